/** A log line that is one JSON object. */
export interface JsonLine {
  /** Empty if the object has no message. */
  readonly message: string;
  /** The other fields in their order, as text. The level and the time are among them. */
  readonly fields: readonly JsonField[];
}

export interface JsonField {
  readonly name: string;
  /** A text as it is; another value as JSON. */
  readonly text: string;
}

const MESSAGES = ['msg', 'message', '@m', '@message', 'log', 'event', 'text'] as const;

/** Undefined if the text is not a JSON object. */
export function jsonLine(text: string): JsonLine | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(trimmed, keepLongNumbers);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  if (entries.length === 0) return undefined;
  const [messageName, message] =
    MESSAGES.flatMap((name) => entries.filter(([key, one]) => key === name && typeof one === 'string'))[0] ??
    [];
  return {
    message: typeof message === 'string' ? message : '',
    fields: entries
      .filter(([name]) => name !== messageName)
      .map(([name, one]) => ({ name, text: textOf(one) })),
  };
}

/** The line as indented JSON. */
export function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text, keepLongNumbers), null, 2);
  } catch {
    return text;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An integer that JavaScript cannot represent, such as a trace id, stays as its digits. */
function keepLongNumbers(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isInexact = typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
  return isInexact && context?.source !== undefined ? context.source : value;
}
