import { at } from './tile-data.ts';

/** All lengths are whole device pixels, so that every tile has the same sharp edges. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly padding: number;
  readonly headerHeight: number;
  readonly groupGapX: number;
  readonly groupGapY: number;
  /** Space for a header's text, even if the group has few tiles. */
  readonly minGroupWidth: number;
  readonly minPitch: number;
  readonly maxPitch: number;
}

/**
 * Places the groups in order, side by side in rows called shelves. The shelves stay the same during a zoom.
 */
export interface GroupLayout {
  /** The distance between tile edges without zoom. */
  readonly pitch: number;
  readonly columns: Int32Array;
  readonly rows: Int32Array;
  readonly shelfOf: Int32Array;
  /** The first group of each shelf, and one more for the end. */
  readonly shelfStart: Int32Array;
  readonly shelfRows: Int32Array;
}

/** Wider than high: users read along rows. */
const BEST_ASPECT = 1.9;

/** If the map scrolls anyway, larger tiles may make it higher by this factor. */
const MAX_HEIGHT_FACTOR = 1.2;

/** The largest tiles that show all groups at once; if none fit, small tiles with a scroll bar. */
export function fitLayout(sizes: Int32Array, frame: Frame): GroupLayout {
  const smallest = packGroups(sizes, frame, frame.minPitch);
  const shortest = heightOf(smallest, frame, frame.minPitch);
  const maxPitch = Math.min(frame.maxPitch, frame.width - 2 * frame.padding);
  if (shortest <= frame.height) return largestWithin(sizes, frame, smallest, maxPitch, frame.height);
  // With many groups of few tiles the headers take the space: the smallest tiles would save none.
  return largestWithin(
    sizes,
    frame,
    smallest,
    Math.min(maxPitch, frame.minPitch * 3),
    shortest * MAX_HEIGHT_FACTOR,
  );
}

function largestWithin(
  sizes: Int32Array,
  frame: Frame,
  smallest: GroupLayout,
  maxPitch: number,
  maxHeight: number,
): GroupLayout {
  let best = smallest;
  let low = smallest.pitch;
  let high = Math.max(low, maxPitch);
  while (low < high) {
    const pitch = Math.ceil((low + high) / 2);
    const layout = packGroups(sizes, frame, pitch);
    if (heightOf(layout, frame, pitch) <= maxHeight) {
      best = layout;
      low = pitch;
    } else high = pitch - 1;
  }
  return best;
}

/**
 * The layout for slightly different tile counts with every group in its position; undefined if they no
 * longer fit as well. One pod more or less must not move the map that the user watches.
 */
export function keepLayout(previous: GroupLayout, sizes: Int32Array, frame: Frame): GroupLayout | undefined {
  if (sizes.length !== previous.columns.length) return undefined;
  const rows = new Int32Array(sizes.length);
  const shelfRows = new Int32Array(previous.shelfRows.length);
  for (let group = 0; group < sizes.length; group++) {
    const columns = at(previous.columns, group);
    const shelf = at(previous.shelfOf, group);
    rows[group] = rowsFor(at(sizes, group), columns);
    const grown = at(rows, group) - at(previous.shelfRows, shelf);
    if (grown > Math.max(1, at(previous.shelfRows, shelf) / 8)) return undefined;
    shelfRows[shelf] = Math.max(at(shelfRows, shelf), at(rows, group));
  }
  const adapted = { ...previous, rows, shelfRows };
  const before = heightOf(previous, frame, previous.pitch);
  const after = heightOf(adapted, frame, adapted.pitch);
  const fitted = before <= frame.height;
  if (fitted && after > frame.height) return undefined;
  return after < before * 0.85 ? undefined : adapted;
}

export function heightOf(layout: GroupLayout, frame: Frame, pitch: number): number {
  const shelfCnt = layout.shelfRows.length;
  let height = 2 * frame.padding + Math.max(0, shelfCnt - 1) * frame.groupGapY;
  for (let shelf = 0; shelf < shelfCnt; shelf++) {
    height += frame.headerHeight + at(layout.shelfRows, shelf) * pitch;
  }
  return height;
}

export function packGroups(sizes: Int32Array, frame: Frame, pitch: number): GroupLayout {
  const groupCnt = sizes.length;
  const columns = new Int32Array(groupCnt);
  const rows = new Int32Array(groupCnt);
  const shelfOf = new Int32Array(groupCnt);
  const shelfStart: number[] = [];
  const shelfRows: number[] = [];
  let first = 0;
  while (first < groupCnt) {
    const end = shelfEnd(sizes, frame, pitch, first);
    shelfStart.push(first);
    shelfRows.push(fillShelf(sizes, frame, pitch, first, end, columns, rows));
    shelfOf.fill(shelfStart.length - 1, first, end);
    first = end;
  }
  shelfStart.push(groupCnt);
  return {
    pitch,
    columns,
    rows,
    shelfOf,
    shelfStart: Int32Array.from(shelfStart),
    shelfRows: Int32Array.from(shelfRows),
  };
}

/** Adds groups to the shelf while that brings their shape nearer to the best one. */
function shelfEnd(sizes: Int32Array, frame: Frame, pitch: number, first: number): number {
  let end = first + 1;
  let cost = shelfCost(sizes, frame, pitch, first, end);
  while (end < sizes.length) {
    const nextCost = shelfCost(sizes, frame, pitch, first, end + 1);
    if (nextCost >= cost) break;
    cost = nextCost;
    end++;
  }
  return end;
}

function shelfCost(sizes: Int32Array, frame: Frame, pitch: number, first: number, end: number): number {
  const available = columnsAvailable(frame, pitch, end - first);
  const least = leastColumns(frame, pitch);
  if (available < least * (end - first)) return Number.POSITIVE_INFINITY;
  const shelfRows = rowsOfShelf(sizes, first, end, available, least);
  const height = shelfRows * pitch + frame.headerHeight;
  let used = 0;
  for (let group = first; group < end; group++) {
    used += Math.max(least, Math.ceil(at(sizes, group) / shelfRows));
  }
  // The remaining width of a shelf widens its groups.
  const stretch = available / used;
  let cost = 0;
  for (let group = first; group < end; group++) {
    const width = Math.max(least, Math.ceil(at(sizes, group) / shelfRows)) * pitch * stretch;
    cost += Math.abs(Math.log(width / height / BEST_ASPECT));
  }
  return cost / (end - first);
}

/** The fewest rows in which the groups fit side by side. */
function rowsOfShelf(
  sizes: Int32Array,
  first: number,
  end: number,
  available: number,
  least: number,
): number {
  let low = 1;
  let high = 1;
  for (let group = first; group < end; group++) high = Math.max(high, at(sizes, group));
  while (low < high) {
    const rows = Math.floor((low + high) / 2);
    let needed = 0;
    for (let group = first; group < end; group++) {
      needed += Math.max(least, Math.ceil(at(sizes, group) / rows));
    }
    if (needed <= available) high = rows;
    else low = rows + 1;
  }
  return low;
}

function fillShelf(
  sizes: Int32Array,
  frame: Frame,
  pitch: number,
  first: number,
  end: number,
  columns: Int32Array,
  rows: Int32Array,
): number {
  const available = columnsAvailable(frame, pitch, end - first);
  const least = leastColumns(frame, pitch);
  const shelfRows = rowsOfShelf(sizes, first, end, available, least);
  let used = 0;
  for (let group = first; group < end; group++) {
    columns[group] = Math.max(least, Math.ceil(at(sizes, group) / shelfRows));
    used += at(columns, group);
  }
  // The groups share the remaining width, so that all shelves end at the right edge.
  let spare = Math.max(0, available - used);
  let weight = used;
  let tallest = 1;
  for (let group = first; group < end; group++) {
    const own = at(columns, group);
    const share = Math.floor((spare * own) / weight);
    spare -= share;
    weight -= own;
    columns[group] = own + share;
    rows[group] = rowsFor(at(sizes, group), own + share);
    tallest = Math.max(tallest, at(rows, group));
  }
  return tallest;
}

function rowsFor(size: number, columns: number): number {
  return Math.max(1, Math.ceil(size / columns));
}

function leastColumns(frame: Frame, pitch: number): number {
  const inner = frame.width - 2 * frame.padding;
  return Math.max(1, Math.min(Math.ceil(frame.minGroupWidth / pitch), Math.floor(inner / pitch)));
}

function columnsAvailable(frame: Frame, pitch: number, groupCnt: number): number {
  const inner = frame.width - 2 * frame.padding - (groupCnt - 1) * frame.groupGapX;
  return Math.max(groupCnt === 1 ? 1 : 0, Math.floor(inner / pitch));
}
