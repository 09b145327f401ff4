import type { Frame, GroupLayout } from './group-layout.ts';
import { at } from './tile-data.ts';

/** The positions at one tile size, in device pixels from the content's corner. */
export interface Geometry {
  readonly pitch: number;
  readonly tile: number;
  readonly headerHeight: number;
  /** The top of each shelf's headers, and one more for the end of the last. */
  readonly shelfTop: Int32Array;
  readonly shelfBottom: Int32Array;
  readonly groupLeft: Int32Array;
  readonly width: number;
  readonly height: number;
}

/** The groups and tiles at their positions. */
export interface Scene {
  readonly layout: GroupLayout;
  readonly geometry: Geometry;
  readonly groupStart: Int32Array;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function placeGroups(layout: GroupLayout, frame: Frame, pitch: number, tile: number): Geometry {
  const shelfCnt = layout.shelfRows.length;
  const shelfTop = new Int32Array(shelfCnt);
  const shelfBottom = new Int32Array(shelfCnt);
  const groupLeft = new Int32Array(layout.columns.length);
  let top = frame.padding;
  let right = 0;
  for (let shelf = 0; shelf < shelfCnt; shelf++) {
    shelfTop[shelf] = top;
    shelfBottom[shelf] = top + frame.headerHeight + at(layout.shelfRows, shelf) * pitch;
    top = at(shelfBottom, shelf) + frame.groupGapY;
    let left = frame.padding;
    for (let group = at(layout.shelfStart, shelf); group < at(layout.shelfStart, shelf + 1); group++) {
      groupLeft[group] = left;
      left += at(layout.columns, group) * pitch + frame.groupGapX;
    }
    right = Math.max(right, left - frame.groupGapX);
  }
  return {
    pitch,
    tile,
    headerHeight: frame.headerHeight,
    shelfTop,
    shelfBottom,
    groupLeft,
    width: right + frame.padding,
    height: shelfCnt === 0 ? 0 : top - frame.groupGapY + frame.padding,
  };
}

/** The last of `edges` (ascending, `first` to `end`) at or before the position; `first` if there is none. */
export function lastAtOrBefore(edges: Int32Array, position: number, first: number, end: number): number {
  let low = first;
  let high = end - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (at(edges, middle) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function groupOfSlot(groupStart: Int32Array, slot: number): number {
  // Empty groups share their start with the next group. The last of equal starts has the tiles.
  return lastAtOrBefore(groupStart, slot, 0, groupStart.length - 1);
}

export function boxOfSlot(
  layout: GroupLayout,
  geometry: Geometry,
  groupStart: Int32Array,
  slot: number,
): Box & { readonly group: number } {
  const group = groupOfSlot(groupStart, slot);
  const place = slot - at(groupStart, group);
  const columns = at(layout.columns, group);
  const top = at(geometry.shelfTop, at(layout.shelfOf, group)) + geometry.headerHeight;
  return {
    group,
    left: at(geometry.groupLeft, group) + (place % columns) * geometry.pitch,
    top: top + Math.floor(place / columns) * geometry.pitch,
    width: geometry.tile,
    height: geometry.tile,
  };
}

/**
 * The slot at a point of the content, or -1. The gap after a tile counts as the tile, so that moving over the
 * map does not flicker. The cost grows with the logarithm of the groups, not with the tiles.
 */
export function slotAt(
  layout: GroupLayout,
  geometry: Geometry,
  groupStart: Int32Array,
  x: number,
  y: number,
): number {
  const group = groupAt(layout, geometry, x, y);
  if (group < 0) return -1;
  const shelf = at(layout.shelfOf, group);
  const row = Math.floor((y - at(geometry.shelfTop, shelf) - geometry.headerHeight) / geometry.pitch);
  const column = Math.floor((x - at(geometry.groupLeft, group)) / geometry.pitch);
  const columns = at(layout.columns, group);
  if (row < 0 || column < 0 || column >= columns) return -1;
  const slot = at(groupStart, group) + row * columns + column;
  return slot < at(groupStart, group + 1) ? slot : -1;
}

/** The group at a point, its header included, or -1. */
export function groupAt(layout: GroupLayout, geometry: Geometry, x: number, y: number): number {
  const shelfCnt = geometry.shelfTop.length;
  if (shelfCnt === 0) return -1;
  const shelf = lastAtOrBefore(geometry.shelfTop, y, 0, shelfCnt);
  if (y < at(geometry.shelfTop, shelf) || y >= at(geometry.shelfBottom, shelf)) return -1;
  const group = groupOnShelf(layout, geometry, shelf, x);
  const left = at(geometry.groupLeft, group);
  return x >= left && x < left + at(layout.columns, group) * geometry.pitch ? group : -1;
}

/** The group of a shelf that contains x, or the nearest on its left; the first if there is none. */
export function groupOnShelf(layout: GroupLayout, geometry: Geometry, shelf: number, x: number): number {
  return lastAtOrBefore(
    geometry.groupLeft,
    x,
    at(layout.shelfStart, shelf),
    at(layout.shelfStart, shelf + 1),
  );
}

/** The visible part of the content, in device pixels. */
export interface View {
  readonly scrollX: number;
  readonly scrollY: number;
  readonly width: number;
  readonly height: number;
}

/** Calls back for each group in view, shelf by shelf. */
export function forVisibleGroups(
  { layout, geometry: { shelfTop, groupLeft } }: Scene,
  view: View,
  visit: (group: number, shelf: number) => void,
): void {
  const shelfCnt = shelfTop.length;
  if (shelfCnt === 0) return;
  for (let shelf = lastAtOrBefore(shelfTop, view.scrollY, 0, shelfCnt); shelf < shelfCnt; shelf++) {
    if (at(shelfTop, shelf) >= view.scrollY + view.height) break;
    const first = at(layout.shelfStart, shelf);
    const end = at(layout.shelfStart, shelf + 1);
    for (let group = lastAtOrBefore(groupLeft, view.scrollX, first, end); group < end; group++) {
      if (at(groupLeft, group) >= view.scrollX + view.width) break;
      visit(group, shelf);
    }
  }
}

/** The rows and columns of a group that are in view, and the position of its first tile in the view. */
export function visibleTiles({ layout, geometry }: Scene, view: View, group: number) {
  const { pitch } = geometry;
  const columns = at(layout.columns, group);
  const left = at(geometry.groupLeft, group) - view.scrollX;
  const top = at(geometry.shelfTop, at(layout.shelfOf, group)) + geometry.headerHeight - view.scrollY;
  return {
    columns,
    left,
    top,
    firstColumn: Math.max(0, Math.floor(-left / pitch)),
    lastColumn: Math.min(columns - 1, Math.floor((view.width - 1 - left) / pitch)),
    firstRow: Math.max(0, Math.floor(-top / pitch)),
    lastRow: Math.min(at(layout.rows, group) - 1, Math.floor((view.height - 1 - top) / pitch)),
  };
}
