import { reusedNumbers } from '../columns/reused-array.ts';

/** A range of at most this many values is sorted without further narrowing. */
const FEW = 4096;
/**
 * Number of random values that estimate the bounds of the range. `MARGIN` of them on both sides allow for
 * error.
 */
const SAMPLES = 1024;
const MARGIN = 48;

const workBuffer = reusedNumbers();

/** Sort keys, smallest first, of the given positions (ascending), or of all positions. */
export type Keys = (positions?: Uint32Array) => Float64Array;

/** The part of the positions that contains the wanted range. `from` and `end` are relative to this part. */
interface SortRange {
  /** Undefined: all positions. */
  readonly positions: Uint32Array | undefined;
  readonly values: Float64Array;
  readonly from: number;
  readonly end: number;
}

/**
 * The positions from `from` (inclusive) to `to` in the order of several keys. Each key only decides between
 * positions that are equal by the keys before it; the last key is unique. Positions outside the range are
 * never sorted, and further keys are computed for equal positions only.
 */
export function selectRange(
  cnt: number,
  from: number,
  to: number,
  keys: readonly Keys[],
  positions?: Uint32Array,
): readonly number[] {
  const end = Math.min(to, cnt);
  const [first, ...others] = keys;
  if (from >= end) return [];
  // The last key is unique: one position is left.
  if (first === undefined) return Array.from(positions ?? []).slice(from, end);
  let range: SortRange = { positions, values: first(positions), from, end };
  while (range.values.length > FEW) {
    const bounds = boundsOf(range);
    const { nearCnt } = bounds;
    if (bounds.low === bounds.high && nearCnt > 0) {
      // Nearly all values are equal, as with states, so the next key decides.
      const tied = nearCnt === range.values.length ? range.positions : narrowed(range, bounds).positions;
      return selectRange(nearCnt, range.from - bounds.beforeCnt, range.end - bounds.beforeCnt, others, tied);
    }
    if (nearCnt === 0 || nearCnt * 2 > range.values.length) break;
    range = narrowed(range, bounds);
  }
  return inOrder(range, others);
}

/**
 * Values near the range: the lowest and highest of them, their count, and the count of lower ones. `nearCnt` 0:
 * bad estimate.
 */
interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly beforeCnt: number;
  readonly nearCnt: number;
}

function boundsOf({ values, from, end }: SortRange): Bounds {
  const cnt = values.length;
  const sample = sampleOf(values);
  const low = sample[Math.floor((from * SAMPLES) / cnt) - MARGIN] ?? Number.NEGATIVE_INFINITY;
  const high = sample[Math.ceil((end * SAMPLES) / cnt) + MARGIN] ?? Number.POSITIVE_INFINITY;
  let beforeCnt = 0;
  let nearCnt = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < cnt; at++) {
    const value = values[at] ?? 0;
    if (value < low) beforeCnt++;
    else if (value <= high) {
      nearCnt++;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
  }
  const isWithin = from >= beforeCnt && end <= beforeCnt + nearCnt;
  return { low: lowest, high: highest, beforeCnt, nearCnt: isWithin ? nearCnt : 0 };
}

function narrowed(range: SortRange, { low, high, beforeCnt, nearCnt }: Bounds): SortRange {
  const positions = new Uint32Array(nearCnt);
  const values = new Float64Array(nearCnt);
  const all = range.values;
  for (let at = 0, to = 0; to < nearCnt; at++) {
    const value = all[at] ?? 0;
    if (value < low || value > high) continue;
    positions[to] = positionAt(range.positions, at);
    values[to++] = value;
  }
  return { positions, values, from: range.from - beforeCnt, end: range.end - beforeCnt };
}

function positionAt(positions: Uint32Array | undefined, at: number): number {
  return positions === undefined ? at : (positions[at] ?? 0);
}

/** A sorted sample of random positions. Random, so that no input order always gives a bad estimate. */
function sampleOf(values: Float64Array): Float64Array {
  const sample = new Float64Array(SAMPLES);
  let seed = 0x9e3779b9;
  for (let to = 0; to < SAMPLES; to++) {
    seed = nextSeed(seed);
    sample[to] = values[seed % values.length] ?? 0;
  }
  return sample.sort();
}

function inOrder(range: SortRange, others: readonly Keys[]): readonly number[] {
  const { positions, values, from, end } = range;
  const work = workBuffer.take(values.length);
  work.set(values);
  const lowest = nth(work, 0, from);
  const highest = nth(work, from, end - 1);

  let beforeCnt = 0;
  let lowCnt = 0;
  let highCnt = 0;
  const between: number[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value > highest) continue;
    if (value < lowest) beforeCnt++;
    else if (value === lowest) lowCnt++;
    else if (value === highest) highCnt++;
    else between.push(at);
  }
  const lows = equalTo(range, lowest, lowCnt);
  if (lowest === highest) return selectRange(lowCnt, from - beforeCnt, end - beforeCnt, others, lows);
  const highs = equalTo(range, highest, highCnt);
  return [
    ...selectRange(lowCnt, from - beforeCnt, lowCnt, others, lows),
    ...sortedBetween(positions, values, between, others),
    ...selectRange(highCnt, 0, end - beforeCnt - lowCnt - between.length, others, highs),
  ];
}

/** The positions of a value that occurs `cnt` times. It may be nearly all of a million. */
function equalTo({ positions, values }: SortRange, wanted: number, cnt: number): Uint32Array {
  const found = new Uint32Array(cnt);
  for (let at = 0, to = 0; to < cnt; at++) if (values[at] === wanted) found[to++] = positionAt(positions, at);
  return found;
}

/** At most one page of positions. */
function sortedBetween(
  positions: Uint32Array | undefined,
  values: Float64Array,
  between: readonly number[],
  others: readonly Keys[],
): number[] {
  const own = Uint32Array.from(between, (at) => positionAt(positions, at));
  const further = others.map((keys) => keys(own));
  const order = between.map((_, index) => index);
  order.sort((a, b) => {
    const left = values[between[a] ?? 0] ?? 0;
    const right = values[between[b] ?? 0] ?? 0;
    if (left !== right) return left < right ? -1 : 1;
    for (const keys of further) {
      const one = keys[a] ?? 0;
      const other = keys[b] ?? 0;
      if (one !== other) return one < other ? -1 : 1;
    }
    return 0;
  });
  return order.map((index) => own[index] ?? 0);
}

/**
 * The value at index `k` of the sorted array. Moves smaller values before it and larger ones behind it, so
 * that a search for a larger `k` only needs the values behind.
 */
function nth(work: Float64Array, from: number, k: number): number {
  let low = from;
  let high = work.length - 1;
  let seed = 0x9e3779b9;
  while (low < high) {
    // Random pivots, so that no input order is always slow.
    seed = nextSeed(seed);
    const pivot = middleOf(work, low, high, seed);
    let left = low;
    let right = high;
    while (left <= right) {
      while ((work[left] ?? 0) < pivot) left++;
      while ((work[right] ?? 0) > pivot) right--;
      if (left > right) break;
      const swapped = work[left] ?? 0;
      work[left++] = work[right] ?? 0;
      work[right--] = swapped;
    }
    if (k <= right) high = right;
    else if (k >= left) low = left;
    else break;
  }
  return work[k] ?? 0;
}

function middleOf(work: Float64Array, low: number, high: number, seed: number): number {
  const span = high - low + 1;
  const a = work[low + (seed % span)] ?? 0;
  const b = work[low + ((seed >>> 8) % span)] ?? 0;
  const c = work[low + ((seed >>> 16) % span)] ?? 0;
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function nextSeed(seed: number): number {
  return (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
}
