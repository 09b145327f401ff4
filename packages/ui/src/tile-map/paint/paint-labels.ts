import { type Geometry, lastAtOrBefore } from '../layout/geometry.ts';
import { at, type TileData } from '../layout/tile-data.ts';
import { breakName, drawableText, fitText, namesFit } from './label-text.ts';
import type { TileScene } from './paint-tiles.ts';
import type { Palette } from './palette.ts';
import { hasCornerMark } from './tile-appearance.ts';

export interface LabelScene extends TileScene {
  readonly data: TileData;
  readonly indexOfSlot: Int32Array;
}

/** The visible part of the content, in device pixels. */
export interface View {
  readonly scrollX: number;
  readonly scrollY: number;
  readonly width: number;
  readonly height: number;
}

interface HeaderText {
  readonly name: string;
  readonly nameWidth: number;
  readonly count: string;
}

/** Texts cut and measured for one tile size, so that a frame only draws. */
export interface LabelCache {
  readonly headers: Map<number, HeaderText>;
  readonly names: Map<number, readonly string[]>;
}

export interface LabelStyle {
  readonly fontFamily: string;
  readonly pixelRatio: number;
  readonly countText: (count: number) => string;
}

export function makeLabelCache(): LabelCache {
  return { headers: new Map(), names: new Map() };
}

const COUNT_DISTANCE_PX = 6;

/** A header stays visible while any tile of its group is visible. */
export function headerTop(geometry: Geometry, shelf: number, scrollY: number): number {
  const lowest = at(geometry.shelfBottom, shelf) - geometry.headerHeight;
  return Math.min(
    Math.max(at(geometry.shelfTop, shelf), scrollY),
    Math.max(lowest, at(geometry.shelfTop, shelf)),
  );
}

export function paintHeaders(
  context: CanvasRenderingContext2D,
  scene: LabelScene,
  palette: Palette,
  background: string,
  style: LabelStyle,
  cache: LabelCache,
  view: View,
): void {
  const { layout, geometry } = scene;
  const shelfCnt = geometry.shelfTop.length;
  if (shelfCnt === 0) return;
  const size = 12 * style.pixelRatio;
  const nameFont = `600 ${size}px ${style.fontFamily}`;
  const countFont = `400 ${size}px ${style.fontFamily}`;
  context.textBaseline = 'middle';
  context.direction = 'ltr';
  for (let shelf = lastAtOrBefore(geometry.shelfTop, view.scrollY, 0, shelfCnt); shelf < shelfCnt; shelf++) {
    if (at(geometry.shelfTop, shelf) >= view.scrollY + view.height) break;
    const top = headerTop(geometry, shelf, view.scrollY) - view.scrollY;
    const middle = top + geometry.headerHeight / 2 - style.pixelRatio;
    const first = at(layout.shelfStart, shelf);
    const end = at(layout.shelfStart, shelf + 1);
    for (let group = lastAtOrBefore(geometry.groupLeft, view.scrollX, first, end); group < end; group++) {
      const left = at(geometry.groupLeft, group) - view.scrollX;
      if (left >= view.width) break;
      const right = left + at(layout.columns, group) * geometry.pitch;
      const inset = Math.min(6 * style.pixelRatio, right - 80 * style.pixelRatio);
      const textLeft = Math.max(left, inset);
      if (at(geometry.shelfTop, shelf) < view.scrollY) {
        context.fillStyle = background;
        context.fillRect(left, top, right - left, geometry.headerHeight);
      }
      const header = headerText(context, scene, group, right - left, nameFont, countFont, style, cache);
      context.font = nameFont;
      context.fillStyle = palette.header;
      context.fillText(header.name, textLeft, middle);
      if (!header.count) continue;
      context.font = countFont;
      context.fillStyle = palette.headerNote;
      context.fillText(
        header.count,
        textLeft + header.nameWidth + COUNT_DISTANCE_PX * style.pixelRatio,
        middle,
      );
    }
  }
}

function headerText(
  context: CanvasRenderingContext2D,
  scene: LabelScene,
  group: number,
  width: number,
  nameFont: string,
  countFont: string,
  style: LabelStyle,
  cache: LabelCache,
): HeaderText {
  const known = cache.headers.get(group);
  if (known) return known;
  const entry = scene.data.groups[group];
  const widthOf = (text: string) => context.measureText(text).width;
  context.font = countFont;
  const count = style.countText(entry?.count ?? 0);
  const countWidth = widthOf(count) + COUNT_DISTANCE_PX * style.pixelRatio;
  context.font = nameFont;
  const full = drawableText(entry?.name ?? '');
  // A count is left out rather than a name.
  const hasCount = width - countWidth > 40 * style.pixelRatio;
  const name = fitText(full, hasCount ? width - countWidth : width, widthOf);
  const made = { name, nameWidth: widthOf(name), count: hasCount ? count : '' };
  cache.headers.set(group, made);
  return made;
}

/** Draws names on tiles that are large enough. */
export function paintNames(
  context: CanvasRenderingContext2D,
  scene: LabelScene,
  palette: Palette,
  style: LabelStyle,
  cache: LabelCache,
  view: View,
): void {
  const { layout, geometry, groupStart, data } = scene;
  const room = namesFit(geometry.tile, style.pixelRatio);
  if (!room) return;
  context.font = `500 ${room.fontSize}px ${style.fontFamily}`;
  context.textBaseline = 'top';
  context.direction = 'ltr';
  let ink = '';
  const { pitch } = geometry;
  const shelfCnt = geometry.shelfTop.length;
  for (let shelf = lastAtOrBefore(geometry.shelfTop, view.scrollY, 0, shelfCnt); shelf < shelfCnt; shelf++) {
    const top = at(geometry.shelfTop, shelf) + geometry.headerHeight - view.scrollY;
    if (top >= view.height) break;
    const end = at(layout.shelfStart, shelf + 1);
    const firstGroup = lastAtOrBefore(geometry.groupLeft, view.scrollX, at(layout.shelfStart, shelf), end);
    for (let group = firstGroup; group < end; group++) {
      const left = at(geometry.groupLeft, group) - view.scrollX;
      if (left >= view.width) break;
      const columns = at(layout.columns, group);
      const firstRow = Math.max(0, Math.floor(-top / pitch));
      const lastRow = Math.min(at(layout.rows, group) - 1, Math.floor((view.height - 1 - top) / pitch));
      const firstColumn = Math.max(0, Math.floor(-left / pitch));
      const lastColumn = Math.min(columns - 1, Math.floor((view.width - 1 - left) / pitch));
      for (let row = firstRow; row <= lastRow; row++) {
        for (let column = firstColumn; column <= lastColumn; column++) {
          const slot = at(groupStart, group) + row * columns + column;
          if (slot >= at(groupStart, group + 1)) break;
          let lines = cache.names.get(slot);
          if (!lines) {
            lines = breakName(data.names[at(scene.indexOfSlot, slot)] ?? '', room.lineCnt, room.unitsPerLine);
            cache.names.set(slot, lines);
          }
          const tileClass = scene.tileClasses[slot] ?? 0;
          const colour = palette.ink[tileClass] ?? palette.header;
          if (colour !== ink) {
            ink = colour;
            context.fillStyle = colour;
          }
          const lineCnt = Math.min(
            lines.length,
            hasCornerMark(tileClass) ? Math.max(1, room.lineCnt - 1) : room.lineCnt,
          );
          for (let line = 0; line < lineCnt; line++) {
            context.fillText(
              lines[line] ?? '',
              left + column * pitch + room.padding,
              top + row * pitch + room.padding + line * room.lineHeight,
              room.width,
            );
          }
        }
      }
    }
  }
}
