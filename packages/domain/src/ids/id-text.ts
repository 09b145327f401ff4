import { ID_TEXT, MAX_ID } from '@gwanje/contract/ids';

/** Formed like an id, though it may be larger than any. */
export function isIdText(text: unknown): text is string {
  return typeof text === 'string' && ID_TEXT.test(text);
}

/** An id as an address carries it, judged on the raw text: `1e1`, `1.0`, `+1`, `01` and what no store can hold are none. */
export function parseIdText(text: unknown): number | undefined {
  if (!isIdText(text)) return undefined;
  const id = Number(text);
  return id <= MAX_ID ? id : undefined;
}
