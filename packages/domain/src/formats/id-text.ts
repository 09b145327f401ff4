import { ID_TEXT, MAX_ID } from '@gwanje/contract/definition/fields';

/** True for the form of an id, also when the number is larger than any id. */
export function isIdText(text: unknown): text is string {
  return typeof text === 'string' && ID_TEXT.test(text);
}

/**
 * Parses an id in a path, as raw text: refuses `1e1`, `1.0`, `+1`, `01` and numbers the store cannot hold.
 */
export function parseIdText(text: unknown): number | undefined {
  if (!isIdText(text)) return undefined;
  const id = Number(text);
  return id <= MAX_ID ? id : undefined;
}
