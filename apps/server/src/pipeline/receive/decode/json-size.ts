/** More objects and arrays than the largest batch has. */
const MAX_CONTAINERS = 1_000_000;
/** More texts, keys included, than the largest batch has: 20 times 20,000 rows have 1,200,000. */
const MAX_TEXTS = 2_000_000;
/** The shortest text with a comma. */
const TEXT_BYTES = 4;

const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const QUOTE = 0x22;

/**
 * Whether the parser may have it. Parsed, `[[],[],…` and `{"a":0,"b":0,…` take twenty times their own size, and a minute;
 * a thread that runs out of memory while parsing takes the whole process along. Counted as bytes, they cost nothing. What
 * stands in texts is counted too, which is harmless: no batch comes near.
 */
export function isParseable(json: Buffer): boolean {
  return (
    isWithin(json, [OPEN_ARRAY, OPEN_OBJECT], MAX_CONTAINERS, json.length) &&
    isWithin(json, [QUOTE], 2 * MAX_TEXTS, (2 * json.length) / TEXT_BYTES)
  );
}

/** `possibleCnt`: as many as could be in it. */
function isWithin(json: Buffer, bytes: readonly number[], most: number, possibleCnt: number): boolean {
  if (possibleCnt <= most) return true;
  let left = most;
  for (const byte of bytes) {
    for (let at = json.indexOf(byte); at !== -1; at = json.indexOf(byte, at + 1)) {
      left -= 1;
      if (left < 0) return false;
    }
  }
  return true;
}
