/** More objects and arrays than the largest batch. */
const MAX_CONTAINERS = 1_000_000;
/** More texts, including keys, than the largest batch: 20 times 20,000 rows have 1,200,000. */
const MAX_TEXTS = 2_000_000;
/** The shortest text with its comma. */
const TEXT_BYTES = 4;

const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const QUOTE = 0x22;

/**
 * Whether the JSON is safe to parse. `[[],[],…` and `{"a":0,"b":0,…` take twenty times their size and a minute, and a thread
 * that runs out of memory while parsing ends the process. Counting bytes is cheap. Brackets inside texts count too, which is
 * harmless, because no batch comes near the limit.
 */
export function isParseable(json: Buffer): boolean {
  return (
    isWithin(json, [OPEN_ARRAY, OPEN_OBJECT], MAX_CONTAINERS, json.length) &&
    isWithin(json, [QUOTE], 2 * MAX_TEXTS, (2 * json.length) / TEXT_BYTES)
  );
}

/** `possibleCnt` is the largest number that fits into the text. */
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
