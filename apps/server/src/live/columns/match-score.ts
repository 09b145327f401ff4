const EXACT = 0;
const BEGINNING = 1;
const WORD = 2;
const PART = 3;
/** The score treats longer names as this long. */
const A_CLASS = 1024;

export const NO_MATCH = -1;

/**
 * How well a name matches; lower is better. Both texts are lower-cased. The order is: the whole name, its
 * start, the start of a word, any other part. Shorter names come first within each.
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

/** ASCII characters that are neither letter nor digit, such as '-', '.', '/', '_' and ' '. */
function isBetweenWords(code: number): boolean {
  if (code > 127) return false;
  const isDigit = code >= 48 && code <= 57;
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return !isDigit && !isLetter;
}
