import type { Compare } from './order.ts';

/** The places `from` (included) to `to` of the order of 0…cnt-1; what lies outside is never sorted. */
export function selectRange(cnt: number, from: number, to: number, compare: Compare): Uint32Array {
  const places = new Uint32Array(cnt);
  for (let at = 0; at < cnt; at++) places[at] = at;
  const end = Math.min(to, cnt);
  if (from >= end) return places.subarray(0, 0);
  if (from > 0) partition(places, 0, cnt - 1, from, compare);
  if (end < cnt) partition(places, from, cnt - 1, end - 1, compare);
  return places.subarray(from, end).sort(compare);
}

/** Puts at `k` what belongs there, with nothing larger before and nothing smaller behind it. */
function partition(places: Uint32Array, first: number, last: number, k: number, compare: Compare): void {
  let low = first;
  let high = last;
  let seed = 0x9e3779b9;
  while (low < high) {
    // Pivots by chance: no order of the data makes it slow for long.
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const pivot = middleOf(places, low, high, seed, compare);
    let left = low;
    let right = high;
    while (left <= right) {
      while (compare(places[left] ?? 0, pivot) < 0) left++;
      while (compare(pivot, places[right] ?? 0) < 0) right--;
      if (left > right) break;
      const swapped = places[left] ?? 0;
      places[left++] = places[right] ?? 0;
      places[right--] = swapped;
    }
    if (k <= right) high = right;
    else if (k >= left) low = left;
    else return;
  }
}

function middleOf(places: Uint32Array, low: number, high: number, seed: number, compare: Compare): number {
  const span = high - low + 1;
  const a = places[low + (seed % span)] ?? 0;
  const b = places[low + ((seed >>> 8) % span)] ?? 0;
  const c = places[low + ((seed >>> 16) % span)] ?? 0;
  if (compare(a, b) < 0) return compare(b, c) < 0 ? b : compare(a, c) < 0 ? c : a;
  return compare(a, c) < 0 ? a : compare(b, c) < 0 ? c : b;
}
