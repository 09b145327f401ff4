import { reusedPositions } from './reused-array.ts';

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;

const wordBuffer = reusedPositions();
const otherBuffer = reusedPositions();

/**
 * Sorts `positions` (indexes into `keys`) by their keys, ascending. The sort is stable, so sorting by one key
 * after another sorts by several. It takes linear time: it sorts by the leading 32 bits, then compares the
 * few keys whose leading bits are equal.
 */
export function radixSort(positions: Uint32Array, keys: Float64Array): Uint32Array {
  const words = leadingBits(keys);
  let from = positions;
  let to: Uint32Array = otherBuffer.take(positions.length);
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
    if (!spread(from, to, words, shift)) continue;
    [from, to] = [to, from];
  }
  if (from !== positions) positions.set(from);
  sortAlike(positions, words, keys);
  return positions;
}

/** Integers in the order of the keys. Keys that differ very little may get the same integer. */
function leadingBits(keys: Float64Array): Uint32Array {
  const words = wordBuffer.take(keys.length);
  new Float32Array(words.buffer, words.byteOffset, words.length).set(keys);
  for (let at = 0; at < words.length; at++) {
    // -0 equals 0.
    const word = words[at] === 0x80000000 ? 0 : (words[at] ?? 0);
    words[at] = word >>> 31 === 1 ? ~word : word | 0x80000000;
  }
  return words;
}

function sortAlike(positions: Uint32Array, words: Uint32Array, keys: Float64Array): void {
  const wordAt = (at: number) => words[positions[at] ?? 0];
  const keyAt = (at: number) => keys[positions[at] ?? 0] ?? 0;
  let start = 0;
  while (start < positions.length) {
    let end = start + 1;
    let isSorted = true;
    while (end < positions.length && wordAt(end) === wordAt(start)) {
      if (keyAt(end) < keyAt(end - 1)) isSorted = false;
      end++;
    }
    if (!isSorted) positions.subarray(start, end).sort((a, b) => compare(keys[a] ?? 0, keys[b] ?? 0));
    start = end;
  }
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One pass over one digit. Returns false when all digits are equal and nothing has to move. */
function spread(from: Uint32Array, to: Uint32Array, words: Uint32Array, shift: number): boolean {
  const starts = new Uint32Array(DIGITS);
  const mask = DIGITS - 1;
  for (let at = 0; at < from.length; at++) {
    const digit = ((words[from[at] ?? 0] ?? 0) >>> shift) & mask;
    starts[digit] = (starts[digit] ?? 0) + 1;
  }
  let sum = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const cnt = starts[digit] ?? 0;
    if (cnt === from.length) return false;
    starts[digit] = sum;
    sum += cnt;
  }
  for (let at = 0; at < from.length; at++) {
    const position = from[at] ?? 0;
    const digit = ((words[position] ?? 0) >>> shift) & mask;
    const start = starts[digit] ?? 0;
    to[start] = position;
    starts[digit] = start + 1;
  }
  return true;
}
