/** What a formatter could not show. `value` is what it was given, whatever that was. */
export interface FormatError {
  readonly formatter: string;
  readonly value: unknown;
  readonly error: unknown;
}

export type FormatErrorReporter = (failure: FormatError) => void;

let report: FormatErrorReporter = () => {};

/**
 * Each app says once, at its start, where formatting errors are logged: this package does no I/O. The function given
 * back restores the reporter before, for tests.
 */
export function setFormatErrorReporter(reporter: FormatErrorReporter): () => void {
  const before = report;
  report = reporter;
  return () => {
    report = before;
  };
}

/** Runs a formatter; what it throws is reported and `fallback` shown, so that one bad value never blanks a page. */
export function formatOr(formatter: string, value: unknown, fallback: string, format: () => string): string {
  try {
    return format();
  } catch (error) {
    reportFormatError({ formatter, value, error });
    return fallback;
  }
}

export function reportFormatError(failure: FormatError): void {
  try {
    report(failure);
  } catch {
    // A reporter that fails has nobody left to tell, and the page must still be drawn.
  }
}
