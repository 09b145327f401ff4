import { type Geometry, lastAtOrBefore } from './geometry.ts';
import type { Shelves } from './shelves.ts';
import { at } from './tile-data.ts';

/**
 * The slot at a point of the content, or -1. The gap after a tile counts as the tile, so that moving over the
 * map does not flicker. The cost grows with the logarithm of the groups, not with the tiles.
 */
export function slotAt(
  shelves: Shelves,
  geometry: Geometry,
  groupStart: Int32Array,
  x: number,
  y: number,
): number {
  const group = groupAt(shelves, geometry, x, y);
  if (group < 0) return -1;
  const shelf = at(shelves.shelfOf, group);
  const row = Math.floor((y - at(geometry.shelfTop, shelf) - geometry.headerHeight) / geometry.pitch);
  const column = Math.floor((x - at(geometry.groupLeft, group)) / geometry.pitch);
  const columns = at(shelves.columns, group);
  if (row < 0 || column < 0 || column >= columns) return -1;
  const slot = at(groupStart, group) + row * columns + column;
  return slot < at(groupStart, group + 1) ? slot : -1;
}

/** The group at a point, its header included, or -1. */
export function groupAt(shelves: Shelves, geometry: Geometry, x: number, y: number): number {
  const shelfCnt = geometry.shelfTop.length;
  if (shelfCnt === 0) return -1;
  const shelf = lastAtOrBefore(geometry.shelfTop, y, 0, shelfCnt);
  if (y < at(geometry.shelfTop, shelf) || y >= at(geometry.shelfBottom, shelf)) return -1;
  const group = groupOnShelf(shelves, geometry, shelf, x);
  const left = at(geometry.groupLeft, group);
  return x >= left && x < left + at(shelves.columns, group) * geometry.pitch ? group : -1;
}

/** The group of a shelf that contains x, or the nearest on its left; the first if there is none. */
export function groupOnShelf(shelves: Shelves, geometry: Geometry, shelf: number, x: number): number {
  return lastAtOrBefore(
    geometry.groupLeft,
    x,
    at(shelves.shelfStart, shelf),
    at(shelves.shelfStart, shelf + 1),
  );
}
