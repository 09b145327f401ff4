import { type Geometry, groupOnShelf, lastAtOrBefore } from './geometry.ts';
import type { GroupLayout } from './group-layout.ts';
import { at } from './tile-data.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export function clampScroll(scroll: number, contentLength: number, viewLength: number): number {
  return Math.max(0, Math.min(scroll, contentLength - viewLength));
}

/** The nearest scroll position that shows start to end; the first `before` pixels of the view are covered. */
export function revealScroll(
  scroll: number,
  start: number,
  end: number,
  viewLength: number,
  before: number,
): number {
  if (start < scroll + before || end - start > viewLength - before) return start - before;
  return end > scroll + viewLength ? end - viewLength : scroll;
}

/** The position of a content point at another tile size. Headers and gaps keep their size. */
export function movePoint(layout: GroupLayout, from: Geometry, to: Geometry, point: Point): Point {
  const shelfCnt = from.shelfTop.length;
  if (shelfCnt === 0) return point;
  const shelf = lastAtOrBefore(from.shelfTop, point.y, 0, shelfCnt);
  const group = groupOnShelf(layout, from, shelf, point.x);
  const move = (position: number, fromStart: number, toStart: number, tileCnt: number) => {
    const inside = Math.max(0, Math.min(position - fromStart, tileCnt * from.pitch));
    const outside = position - fromStart - inside;
    return toStart + (inside / from.pitch) * to.pitch + outside;
  };
  const topOf = (geometry: Geometry) => at(geometry.shelfTop, shelf) + geometry.headerHeight;
  return {
    x: move(point.x, at(from.groupLeft, group), at(to.groupLeft, group), at(layout.columns, group)),
    y: move(point.y, topOf(from), topOf(to), at(layout.shelfRows, shelf)),
  };
}

/** Canvas pixels per CSS pixel: sharp up to 3, within the number that a frame can paint. */
export function pixelRatioFor(devicePixelRatio: number, widthPx: number, heightPx: number): number {
  const wanted = Math.max(1, Math.min(3, devicePixelRatio));
  const affordable = Math.sqrt(MAX_PIXELS / Math.max(1, widthPx * heightPx));
  return Math.max(0.5, Math.min(wanted, affordable));
}

/** A full 4K screen. */
const MAX_PIXELS = 3840 * 2160;
