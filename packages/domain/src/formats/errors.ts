/** A value that a formatter could not show. `value` is the unchanged input. */
export interface FormatError {
  readonly formatter: string;
  readonly value: unknown;
  readonly error: unknown;
}

export type FormatErrorReporter = (failure: FormatError) => void;

let report: FormatErrorReporter = () => {};

/**
 * Each app sets once, at its start, where formatting errors are logged, because this package does no I/O. The
 * returned function restores the previous reporter, for tests.
 */
export function setFormatErrorReporter(reporter: FormatErrorReporter): () => void {
  const before = report;
  report = reporter;
  return () => {
    report = before;
  };
}

/** Runs a formatter. An error is reported and shows `fallback`, so that one bad value never blanks a page. */
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
    // The error of a failing reporter cannot be reported, and the page must still be drawn.
  }
}
