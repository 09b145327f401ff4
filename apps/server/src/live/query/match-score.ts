const EXACT = 0;
const BEGINNING = 1;
const WORD = 2;
const PART = 3;
/** Names are shorter than this. */
const A_CLASS = 1024;

export const NO_MATCH = -1;

/**
 * How well a name matches, both lower-cased; lower is better. The name itself, then its beginning, the beginning of a
 * word, any part; of equals the shorter.
 */
export function matchScore(name: string, wanted: string): number {
  const at = name.indexOf(wanted);
  if (at < 0) return NO_MATCH;
  const length = Math.min(name.length, A_CLASS - 1);
  if (at > 0) return (beginsWord(name, wanted, at) ? WORD : PART) * A_CLASS + length;
  return (name.length === wanted.length ? EXACT : BEGINNING) * A_CLASS + length;
}

function beginsWord(name: string, wanted: string, first: number): boolean {
  for (let at = first; at > 0; at = name.indexOf(wanted, at + 1)) {
    if (isBetweenWords(name.charCodeAt(at - 1))) return true;
  }
  return false;
}

/** '-', '.', '/', '_', ' ' and their like: ASCII that is neither letter nor digit. */
function isBetweenWords(code: number): boolean {
  if (code > 127) return false;
  const isDigit = code >= 48 && code <= 57;
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return !isDigit && !isLetter;
}
