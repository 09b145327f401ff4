export interface TileGroup {
  readonly id: number | string;
  readonly name: string;
  /** Shown beside the name. The layout counts the tiles itself. */
  readonly count: number;
  /** The number of its objects in each state, in the order of `monResults`; for the text beside its name. */
  readonly states?: ArrayLike<number>;
  /** True: the group has a page, which a click on its header opens. */
  readonly hasPage?: boolean;
}

/** One entry per object in each column, in drawing order within the group. */
export interface TileData {
  readonly ids: ArrayLike<number>;
  readonly names: ArrayLike<string>;
  /** Index into `groups`. */
  readonly groupOf: ArrayLike<number>;
  readonly groups: readonly TileGroup[];
  /** 0 critical, 1 warning, 2 stale, 3 normal, 4 unmonitored. */
  readonly monResults: ArrayLike<number>;
  /** The values of the metric that colours the tiles; null if unknown. */
  readonly values: ArrayLike<number | null>;
  /** Not 0 if the object's data is stale. */
  readonly stale: ArrayLike<number>;
}

/** Objects by group. A slot is a position in this order, an index a position in the columns. */
export interface Arrangement {
  readonly indexOfSlot: Int32Array;
  /** -1 for an object whose group does not exist: it has no tile. */
  readonly slotOfIndex: Int32Array;
  /** The first slot of each group, and one more for the end. */
  readonly groupStart: Int32Array;
}

export function arrange(data: Pick<TileData, 'groupOf' | 'groups'>): Arrangement {
  const { groupOf } = data;
  const groupCnt = data.groups.length;
  const groupStart = new Int32Array(groupCnt + 1);
  for (let index = 0; index < groupOf.length; index++) {
    const group = groupOf[index] ?? -1;
    if (isGroup(group, groupCnt)) groupStart[group + 1] = at(groupStart, group + 1) + 1;
  }
  for (let group = 0; group < groupCnt; group++) {
    groupStart[group + 1] = at(groupStart, group + 1) + at(groupStart, group);
  }
  const next = groupStart.slice(0, groupCnt);
  const indexOfSlot = new Int32Array(at(groupStart, groupCnt));
  const slotOfIndex = new Int32Array(groupOf.length).fill(-1);
  for (let index = 0; index < groupOf.length; index++) {
    const group = groupOf[index] ?? -1;
    if (!isGroup(group, groupCnt)) continue;
    const slot = at(next, group);
    next[group] = slot + 1;
    indexOfSlot[slot] = index;
    slotOfIndex[index] = slot;
  }
  return { indexOfSlot, slotOfIndex, groupStart };
}

export function groupSizes(groupStart: Int32Array): Int32Array {
  const sizes = new Int32Array(groupStart.length - 1);
  for (let group = 0; group < sizes.length; group++) {
    sizes[group] = at(groupStart, group + 1) - at(groupStart, group);
  }
  return sizes;
}

export function indexOfId(ids: ArrayLike<number>, id: number): number {
  for (let index = 0; index < ids.length; index++) if (ids[index] === id) return index;
  return -1;
}

/**
 * A number of a column; 0 past the end, so that loops need no check for undefined. It takes only one column
 * type: shared code for several types would be several times slower.
 */
export function at(column: Int32Array, index: number): number {
  return column[index] ?? 0;
}

function isGroup(group: number, groupCnt: number): boolean {
  return Number.isInteger(group) && group >= 0 && group < groupCnt;
}
