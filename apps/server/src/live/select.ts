import { keptNumbers } from './gather.ts';

/** Fewer are not worth narrowing further. */
const FEW = 4096;
/** So many values by chance tell where the rest will lie; this far beside it is looked in case they mislead. */
const SAMPLES = 1024;
const MARGIN = 48;

const workBuffer = keptNumbers();

/**
 * Numbers that order, smallest first, for the places that are asked for (ascending), or for all; as many as there are
 * places.
 */
export type Keys = (places?: Uint32Array) => Float64Array;

/** A stretch of the whole order; `from` and `end` count within it. */
interface Stretch {
  /** Of the values of a stretch in those of all; null: they are all. */
  readonly at: Uint32Array | null;
  readonly values: Float64Array;
  readonly from: number;
  readonly end: number;
}

/**
 * The places that are `from` (included) to `to` in the order of several keys, of which each only decides between
 * those that the ones before it leave equal. The last one leaves none equal. What lies outside is never sorted, and
 * further keys are worked out for equals alone.
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
  const near = narrowed({ at: null, values: first(places), from, end });
  return inOrder(near, (at) => placeOf(placeOf(at, near.at), places ?? null), others);
}

function placeOf(at: number, places: Uint32Array | null): number {
  return places === null ? at : (places[at] ?? 0);
}

/** Looks away from most of it, pass by pass, as long as that makes it much shorter. */
function narrowed(all: Stretch): Stretch {
  let stretch = all;
  while (stretch.values.length > FEW) {
    const nearer = nearerTo(stretch);
    if (nearer === null) break;
    const isMuchShorter = nearer.values.length * 2 < stretch.values.length;
    stretch = nearer;
    if (!isMuchShorter) break;
  }
  return stretch;
}

/** Null where chance misled. */
function nearerTo({ at: ats, values, from, end }: Stretch): Stretch | null {
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
  if (from < beforeCnt || end > beforeCnt + nearCnt) return null;
  const near = new Uint32Array(nearCnt);
  const nearValues = new Float64Array(nearCnt);
  for (let at = 0, to = 0; to < nearCnt; at++) {
    const value = values[at] ?? 0;
    if (value < low || value > high) continue;
    near[to] = placeOf(at, ats);
    nearValues[to++] = value;
  }
  return { at: near, values: nearValues, from: from - beforeCnt, end: end - beforeCnt };
}

/** In order. Places by chance: no order of the data misleads for long. */
function sampleOf(values: Float64Array): Float64Array {
  const sample = new Float64Array(SAMPLES);
  let seed = 0x9e3779b9;
  for (let to = 0; to < SAMPLES; to++) {
    seed = nextSeed(seed);
    sample[to] = values[seed % values.length] ?? 0;
  }
  return sample.sort();
}

function inOrder(
  { values, from, end }: Stretch,
  placeAt: (at: number) => number,
  others: readonly Keys[],
): readonly number[] {
  const work = workBuffer.take(values.length);
  work.set(values);
  const lowest = nth(work, 0, from);
  const highest = nth(work, from, end - 1);

  let beforeCnt = 0;
  let lowestCnt = 0;
  let highestCnt = 0;
  const between: number[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value > highest) continue;
    if (value < lowest) beforeCnt++;
    else if (value === lowest) lowestCnt++;
    else if (value === highest) highestCnt++;
    else between.push(at);
  }
  const lows = equalTo(lowest, lowestCnt, placeAt, values);
  if (lowest === highest) return equals(lows, from - beforeCnt, end - beforeCnt, others);
  const highs = equalTo(highest, highestCnt, placeAt, values);
  return [
    ...equals(lows, from - beforeCnt, lowestCnt, others),
    ...sortedBetween(placeAt, values, between, others),
    ...equals(highs, 0, end - beforeCnt - lowestCnt - between.length, others),
  ];
}

function equalTo(
  value: number,
  cnt: number,
  placeAt: (at: number) => number,
  values: Float64Array,
): Uint32Array {
  const found = new Uint32Array(cnt);
  for (let at = 0, to = 0; to < cnt; at++) if (values[at] === value) found[to++] = placeAt(at);
  return found;
}

function equals(tied: Uint32Array, from: number, to: number, others: readonly Keys[]): readonly number[] {
  return tied.length === 1 ? [...tied.subarray(from, to)] : selectRange(tied.length, from, to, others, tied);
}

/** No more than a page of them. */
function sortedBetween(
  placeAt: (at: number) => number,
  values: Float64Array,
  between: readonly number[],
  others: readonly Keys[],
): number[] {
  const places = Uint32Array.from(between, placeAt);
  const further = others.map((keys) => keys(places));
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
  return order.map((index) => places[index] ?? 0);
}

/**
 * The value that would be at `k` if they were sorted. Puts nothing larger before it and nothing smaller behind, so
 * that a further one is looked for in what lies behind alone.
 */
function nth(work: Float64Array, from: number, k: number): number {
  let low = from;
  let high = work.length - 1;
  let seed = 0x9e3779b9;
  while (low < high) {
    // Pivots by chance: no order of the data makes it slow for long.
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
