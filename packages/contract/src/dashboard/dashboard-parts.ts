import { type DashboardObjects, decodeDashboardObjects, partBytesOf } from './dashboard-objects.ts';
import { isStateSort, type SortBy } from './dashboard-options.ts';

/** Splits an answer into its parts while its bytes arrive. */
export class DashboardPartReader {
  #bytes = new Uint8Array(0);
  #cnt = 0;

  /** The parts that these bytes complete. Throws when the bytes are not an answer. */
  add(chunk: Uint8Array): DashboardObjects[] {
    this.#append(chunk);
    const parts: DashboardObjects[] = [];
    let from = 0;
    for (;;) {
      const partBytes = partBytesOf(this.#bytes.subarray(from, this.#cnt));
      if (partBytes === undefined || from + partBytes > this.#cnt) break;
      parts.push(decodeDashboardObjects(this.#bytes.slice(from, from + partBytes).buffer));
      from += partBytes;
    }
    this.#bytes.copyWithin(0, from, this.#cnt);
    this.#cnt -= from;
    return parts;
  }

  /** Bytes of a part that is not complete. */
  get pendingBytes(): number {
    return this.#cnt;
  }

  #append(chunk: Uint8Array): void {
    const cnt = this.#cnt + chunk.length;
    if (cnt > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(cnt, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#cnt));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#cnt);
    this.#cnt = cnt;
  }
}

interface Group {
  readonly id: number | null;
  readonly name: string;
  cnt: number;
  /** Where its objects are: positions in the columns of all parts, one part after another. */
  readonly runs: { readonly from: number; readonly cnt: number }[];
}

/**
 * One answer from the parts that have arrived. Objects of one group are merged in the order of the sort;
 * equal objects stay in the order of the parts, so that a tile keeps its position between refreshes.
 */
export function mergeDashboardParts(parts: readonly DashboardObjects[], sortBy: SortBy): DashboardObjects {
  const last = parts.at(-1);
  if (last === undefined) throw new Error('dashboard objects: no part');
  if (parts.length === 1) return last;
  const cnt = parts.reduce((sum, { id }) => sum + id.length, 0);
  const value = joined(new Float32Array(cnt), parts, (part) => part.value);
  const groups = groupsOf(parts);
  const order = orderOf(groups, keysOf(value, isStateSort(sortBy)));
  const names = parts.flatMap((part) => part.name);
  const group = new Uint32Array(cnt);
  let to = 0;
  for (const [index, { cnt: groupCnt }] of groups.entries()) {
    group.fill(index, to, to + groupCnt);
    to += groupCnt;
  }
  return {
    serverTime: last.serverTime,
    isTruncated: last.isTruncated,
    followingCnt: last.followingCnt,
    groupList: groups.map(({ id, name, cnt: groupCnt }) => ({ id, name, cnt: groupCnt })),
    id: arranged(
      joined(new Uint32Array(cnt), parts, (part) => part.id),
      order,
    ),
    name: Array.from(order, (at) => names[at] ?? ''),
    group,
    value: arranged(value, order),
    monResult: arranged(
      joined(new Uint8Array(cnt), parts, (part) => part.monResult),
      order,
    ),
    isStale: arranged(
      joined(new Uint8Array(cnt), parts, (part) => part.isStale),
      order,
    ),
  };
}

type Column = Uint8Array | Uint32Array | Float32Array;

function joined<Kind extends Column>(
  into: Kind,
  parts: readonly DashboardObjects[],
  columnOf: (part: DashboardObjects) => Kind,
): Kind {
  let to = 0;
  for (const part of parts) {
    into.set(columnOf(part), to);
    to += part.id.length;
  }
  return into;
}

function arranged<Kind extends Column>(column: Kind, order: Uint32Array): Kind {
  const from = column.slice();
  for (let to = 0; to < order.length; to++) column[to] = from[order[to] ?? 0] ?? 0;
  return column;
}

/** The groups of all parts as the server orders them: by cluster, namespace and name, "no group" last. */
function groupsOf(parts: readonly DashboardObjects[]): Group[] {
  const groups = new Map<string, Group>();
  let from = 0;
  for (const { groupList } of parts) {
    for (const { id, name, cnt } of groupList) {
      const key = `${id}/${name}`;
      const group = groups.get(key) ?? { id, name, cnt: 0, runs: [] };
      group.cnt += cnt;
      group.runs.push({ from, cnt });
      groups.set(key, group);
      from += cnt;
    }
  }
  const keyed = Array.from(groups.values(), (group) => ({ group, key: orderKeyOf(group) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ group }) => group);
}

/** A name is compared part by part without regard to case. The unnamed group is the last one. */
function orderKeyOf({ name }: Group): string {
  return name === '' ? '\uffff' : name.toLowerCase().replaceAll('/', '\0');
}

/** Smallest first; unknown figures last. */
function keysOf(values: Float32Array, isState: boolean): Float32Array {
  if (isState) return values;
  return values.map((value) => (Number.isFinite(value) ? -value : Number.POSITIVE_INFINITY));
}

/** The positions of all objects in drawing order. Merges the sorted runs of a group two by two. */
function orderOf(groups: readonly Group[], keys: Float32Array): Uint32Array {
  const order = new Uint32Array(keys.length);
  const scratch = new Uint32Array(keys.length);
  let to = 0;
  for (const { runs } of groups) {
    let bounds = [to];
    for (const { from, cnt } of runs) {
      for (let at = 0; at < cnt; at++) order[to + at] = from + at;
      to += cnt;
      bounds.push(to);
    }
    while (bounds.length > 2) bounds = mergePairs(order, scratch, bounds, keys);
  }
  return order;
}

/** `bounds`: where the runs begin, and the end of the last one. Returns the bounds of the merged runs. */
function mergePairs(
  order: Uint32Array,
  scratch: Uint32Array,
  bounds: readonly number[],
  keys: Float32Array,
): number[] {
  const merged: number[] = [];
  const last = bounds.length - 1;
  for (let run = 0; run < last; run += 2) {
    const start = bounds[run] ?? 0;
    const middle = bounds[run + 1] ?? start;
    const end = bounds[Math.min(run + 2, last)] ?? middle;
    merged.push(start);
    scratch.set(order.subarray(start, end), start);
    let left = start;
    let right = middle;
    for (let to = start; to < end; to++) {
      const isLeft = right >= end || (left < middle && keyAt(left) <= keyAt(right));
      order[to] = scratch[isLeft ? left++ : right++] ?? 0;
    }
  }
  merged.push(bounds[last] ?? 0);
  return merged;

  function keyAt(at: number): number {
    return keys[scratch[at] ?? 0] ?? 0;
  }
}
