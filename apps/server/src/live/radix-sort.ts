const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;

/**
 * Puts `places` (indices into `keys`) in ascending order of their keys; equal keys keep their order, so that sorting
 * by one key after another orders by several. In time proportional to the length.
 */
export function radixSort(places: Uint32Array<ArrayBuffer>, keys: Float64Array): Uint32Array<ArrayBuffer> {
  const cnt = places.length;
  const low = new Uint32Array(keys.length);
  const high = new Uint32Array(keys.length);
  orderableBits(keys, low, high);
  let from = places;
  let to = new Uint32Array(cnt);
  for (const [words, bits] of [
    [low, 32],
    [high, 32],
  ] as const) {
    for (let shift = 0; shift < bits; shift += DIGIT_BITS) {
      if (!spread(from, to, words, shift)) continue;
      [from, to] = [to, from];
    }
  }
  return from;
}

/** Numbers whose bits, read as a whole number, order as they do; -0 is 0. */
function orderableBits(keys: Float64Array, low: Uint32Array, high: Uint32Array): void {
  const value = new Float64Array(1);
  const words = new Uint32Array(value.buffer);
  for (let at = 0; at < keys.length; at++) {
    value[0] = (keys[at] ?? 0) + 0;
    const lowWord = words[0] ?? 0;
    const highWord = words[1] ?? 0;
    const isNegative = highWord >>> 31 === 1;
    low[at] = isNegative ? ~lowWord : lowWord;
    high[at] = isNegative ? ~highWord : highWord | 0x80000000;
  }
}

/** One pass by one digit; false where all have the same, which needs none. */
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
    const place = from[at] ?? 0;
    const digit = ((words[place] ?? 0) >>> shift) & mask;
    const start = starts[digit] ?? 0;
    to[start] = place;
    starts[digit] = start + 1;
  }
  return true;
}
