import type { Frame, Shelves } from './shelves.ts';
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

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function placeShelves(shelves: Shelves, frame: Frame, pitch: number, tile: number): Geometry {
  const shelfCnt = shelves.shelfRows.length;
  const shelfTop = new Int32Array(shelfCnt);
  const shelfBottom = new Int32Array(shelfCnt);
  const groupLeft = new Int32Array(shelves.columns.length);
  let top = frame.padding;
  let right = 0;
  for (let shelf = 0; shelf < shelfCnt; shelf++) {
    shelfTop[shelf] = top;
    shelfBottom[shelf] = top + frame.headerHeight + at(shelves.shelfRows, shelf) * pitch;
    top = at(shelfBottom, shelf) + frame.groupGapY;
    let left = frame.padding;
    for (let group = at(shelves.shelfStart, shelf); group < at(shelves.shelfStart, shelf + 1); group++) {
      groupLeft[group] = left;
      left += at(shelves.columns, group) * pitch + frame.groupGapX;
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
  shelves: Shelves,
  geometry: Geometry,
  groupStart: Int32Array,
  slot: number,
): Box & { readonly group: number } {
  const group = groupOfSlot(groupStart, slot);
  const place = slot - at(groupStart, group);
  const columns = at(shelves.columns, group);
  const top = at(geometry.shelfTop, at(shelves.shelfOf, group)) + geometry.headerHeight;
  return {
    group,
    left: at(geometry.groupLeft, group) + (place % columns) * geometry.pitch,
    top: top + Math.floor(place / columns) * geometry.pitch,
    width: geometry.tile,
    height: geometry.tile,
  };
}
