import { ID_TEXT, MAX_ID } from '@gwanje/contract/ids';

/** An id as an address carries it, judged on the raw text: `1e1`, `1.0`, `+1`, `01` and what no store can hold are none. */
export function parseIdText(text: unknown): number | undefined {
  if (typeof text !== 'string' || !ID_TEXT.test(text)) return undefined;
  const id = Number(text);
  return id <= MAX_ID ? id : undefined;
}
