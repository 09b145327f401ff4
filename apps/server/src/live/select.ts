/** Small ones are not worth keeping. */
const SMALL = 4096;

/** Numbers in memory that is kept; what was taken before is overwritten. */
export class KeptNumbers {
  #values = new Float64Array(0);

  take(cnt: number): Float64Array {
    if (cnt < SMALL) return new Float64Array(cnt);
    if (cnt > this.#values.length) this.#values = new Float64Array(Math.ceil(cnt * 1.2));
    return this.#values.subarray(0, cnt);
  }
}

const workBuffer = new KeptNumbers();

/** Numbers that order, smallest first, for the places that are asked for; as many as there are places. */
export type Keys = (places: Uint32Array) => Float64Array;

/**
 * The places that are `from` (included) to `to` in the order of several keys, of which each only decides between
 * those that the ones before it leave equal. The last one leaves none equal. What lies outside is never sorted, and
 * further keys are worked out for equals alone.
 */
export function selectRange(
  places: Uint32Array,
  from: number,
  to: number,
  keys: readonly Keys[],
): readonly number[] {
  const end = Math.min(to, places.length);
  const [first, ...others] = keys;
  if (from >= end || first === undefined) return [];
  const values = first(places);
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
  const lows = equalTo(lowest, lowestCnt, places, values);
  const highs = lowest === highest ? lows : equalTo(highest, highestCnt, places, values);
  if (lowest === highest) return equals(lows, from - beforeCnt, end - beforeCnt, others);
  return [
    ...equals(lows, from - beforeCnt, lowestCnt, others),
    ...sortedBetween(places, values, between, others),
    ...equals(highs, 0, end - beforeCnt - lowestCnt - between.length, others),
  ];
}

function equalTo(value: number, cnt: number, places: Uint32Array, values: Float64Array): Uint32Array {
  const found = new Uint32Array(cnt);
  for (let at = 0, to = 0; to < cnt; at++) if (values[at] === value) found[to++] = places[at] ?? 0;
  return found;
}

function equals(tied: Uint32Array, from: number, to: number, others: readonly Keys[]): readonly number[] {
  return tied.length === 1 ? [...tied.subarray(from, to)] : selectRange(tied, from, to, others);
}

/** No more than a page of them. */
function sortedBetween(
  places: Uint32Array,
  values: Float64Array,
  between: readonly number[],
  others: readonly Keys[],
): number[] {
  const picked = [...between];
  const further = others.map((keys) => keys(Uint32Array.from(picked, (at) => places[at] ?? 0)));
  const order = picked.map((_, index) => index);
  order.sort((a, b) => {
    const left = values[picked[a] ?? 0] ?? 0;
    const right = values[picked[b] ?? 0] ?? 0;
    if (left !== right) return left < right ? -1 : 1;
    for (const keys of further) {
      const one = keys[a] ?? 0;
      const other = keys[b] ?? 0;
      if (one !== other) return one < other ? -1 : 1;
    }
    return 0;
  });
  return order.map((index) => places[picked[index] ?? 0] ?? 0);
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
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
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
