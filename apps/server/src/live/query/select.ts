import { keptNumbers } from '../columns/kept-memory.ts';

/** Smaller ranges are not narrowed further. */
const FEW = 4096;
/** This many random values estimate where the range lies. `MARGIN` samples on both sides allow for error. */
const SAMPLES = 1024;
const MARGIN = 48;

const workBuffer = keptNumbers();

/** Sort keys, smallest first, of the given places (ascending), or of all places. */
export type Keys = (places?: Uint32Array) => Float64Array;

/** A part of the whole order. `from` and `end` are relative to it. */
interface Stretch {
  /** The places in it; undefined means all. */
  readonly places: Uint32Array | undefined;
  readonly values: Float64Array;
  readonly from: number;
  readonly end: number;
}

/**
 * The places from `from` (inclusive) to `to` in the order of several keys. Each key only decides between
 * places that are equal by the keys before it; the last key is unique. Places outside the range are never
 * sorted, and further keys are computed for equal places only.
 */
export function selectRange(
  cnt: number,
  from: number,
  to: number,
  keys: readonly Keys[],
  places?: Uint32Array,
): readonly number[] {
  const end = Math.min(to, cnt);
  const [first, ...others] = keys;
  if (from >= end || first === undefined) return [];
  let stretch: Stretch = { places, values: first(places), from, end };
  while (stretch.values.length > FEW) {
    const bounds = boundsOf(stretch);
    const { nearCnt } = bounds;
    if (bounds.low === bounds.high && nearCnt > 0) {
      // Nearly all values are equal, as with states, so the next key decides.
      const tied = nearCnt === stretch.values.length ? stretch.places : narrowed(stretch, bounds).places;
      return selectRange(
        nearCnt,
        stretch.from - bounds.beforeCnt,
        stretch.end - bounds.beforeCnt,
        others,
        tied,
      );
    }
    if (nearCnt === 0 || nearCnt * 2 > stretch.values.length) break;
    stretch = narrowed(stretch, bounds);
  }
  return inOrder(stretch, others);
}

/** The lowest and highest value of the range, the counts below and between; `nearCnt` 0: bad estimate. */
interface Bounds {
  readonly low: number;
  readonly high: number;
  readonly beforeCnt: number;
  readonly nearCnt: number;
}

function boundsOf({ values, from, end }: Stretch): Bounds {
  const cnt = values.length;
  const sample = sampleOf(values);
  const low = sample[Math.floor((from * SAMPLES) / cnt) - MARGIN] ?? Number.NEGATIVE_INFINITY;
  const high = sample[Math.ceil((end * SAMPLES) / cnt) + MARGIN] ?? Number.POSITIVE_INFINITY;
  let beforeCnt = 0;
  let nearCnt = 0;
  for (let at = 0; at < cnt; at++) {
    const value = values[at] ?? 0;
    if (value < low) beforeCnt++;
    else if (value <= high) nearCnt++;
  }
  const isWithin = from >= beforeCnt && end <= beforeCnt + nearCnt;
  return { low, high, beforeCnt, nearCnt: isWithin ? nearCnt : 0 };
}

function narrowed(stretch: Stretch, { low, high, beforeCnt, nearCnt }: Bounds): Stretch {
  const places = new Uint32Array(nearCnt);
  const values = new Float64Array(nearCnt);
  const all = stretch.values;
  for (let at = 0, to = 0; to < nearCnt; at++) {
    const value = all[at] ?? 0;
    if (value < low || value > high) continue;
    places[to] = placeAt(stretch.places, at);
    values[to++] = value;
  }
  return { places, values, from: stretch.from - beforeCnt, end: stretch.end - beforeCnt };
}

function placeAt(places: Uint32Array | undefined, at: number): number {
  return places === undefined ? at : (places[at] ?? 0);
}

/** A sorted sample of random places: no order of the data keeps giving bad estimates. */
function sampleOf(values: Float64Array): Float64Array {
  const sample = new Float64Array(SAMPLES);
  let seed = 0x9e3779b9;
  for (let to = 0; to < SAMPLES; to++) {
    seed = nextSeed(seed);
    sample[to] = values[seed % values.length] ?? 0;
  }
  return sample.sort();
}

function inOrder({ places, values, from, end }: Stretch, others: readonly Keys[]): readonly number[] {
  const work = workBuffer.take(values.length);
  work.set(values);
  const lowest = nth(work, 0, from);
  const highest = nth(work, from, end - 1);

  let beforeCnt = 0;
  const lows: number[] = [];
  const highs: number[] = [];
  const between: number[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value > highest) continue;
    if (value < lowest) beforeCnt++;
    else if (value === lowest) lows.push(placeAt(places, at));
    else if (value === highest) highs.push(placeAt(places, at));
    else between.push(at);
  }
  if (lowest === highest) return equals(lows, from - beforeCnt, end - beforeCnt, others);
  return [
    ...equals(lows, from - beforeCnt, lows.length, others),
    ...sortedBetween(places, values, between, others),
    ...equals(highs, 0, end - beforeCnt - lows.length - between.length, others),
  ];
}

function equals(
  tied: readonly number[],
  from: number,
  to: number,
  others: readonly Keys[],
): readonly number[] {
  if (tied.length === 1) return tied.slice(from, to);
  return selectRange(tied.length, from, to, others, Uint32Array.from(tied));
}

/** At most one page of places. */
function sortedBetween(
  places: Uint32Array | undefined,
  values: Float64Array,
  between: readonly number[],
  others: readonly Keys[],
): number[] {
  const own = Uint32Array.from(between, (at) => placeAt(places, at));
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
    // Random pivots: no order of the data stays slow.
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
