import { forVisibleGroups, type Geometry, type View, visibleTiles } from '../layout/geometry.ts';
import { at, type TileGroup } from '../layout/tile-data.ts';
import type { TileMapModel } from '../tile-map-model.ts';
import { breakName, drawableText, fitText, namesFit } from './label-text.ts';
import { cssColour, type Palette } from './palette.ts';
import { hasCornerMark } from './tile-appearance.ts';

interface HeaderText {
  readonly name: string;
  readonly nameWidth: number;
  readonly count: string;
}

/** Texts for beside a group's name, longest first: the first one that fits is drawn. */
export type GroupNotes = (group: TileGroup) => readonly string[];

/** Texts cut and measured for one tile size, so that a frame only draws. */
export interface LabelCache {
  readonly headers: Map<number, HeaderText>;
  /** By slot; below zero with a mark in the corner, which takes a line. */
  readonly names: Map<number, readonly string[]>;
}

export interface LabelPaint {
  readonly context: CanvasRenderingContext2D;
  readonly scene: TileMapModel['scene'];
  readonly view: View;
  readonly palette: Palette;
  readonly fontFamily: string;
  readonly pixelRatio: number;
  readonly groupNotes: GroupNotes;
  readonly cache: LabelCache;
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

export function paintHeaders(paint: LabelPaint): void {
  const { context, scene, view, palette, pixelRatio } = paint;
  const { layout, geometry } = scene;
  const size = 12 * pixelRatio;
  const nameFont = `600 ${size}px ${paint.fontFamily}`;
  const countFont = `400 ${size}px ${paint.fontFamily}`;
  context.textBaseline = 'middle';
  context.direction = 'ltr';
  forVisibleGroups(scene, view, (group, shelf) => {
    const top = headerTop(geometry, shelf, view.scrollY) - view.scrollY;
    const middle = top + geometry.headerHeight / 2 - pixelRatio;
    const left = at(geometry.groupLeft, group) - view.scrollX;
    const right = left + at(layout.columns, group) * geometry.pitch;
    const inset = Math.min(6 * pixelRatio, right - 80 * pixelRatio);
    const textLeft = Math.max(left, inset);
    if (at(geometry.shelfTop, shelf) < view.scrollY) {
      context.fillStyle = cssColour(palette.background);
      context.fillRect(left, top, right - left, geometry.headerHeight);
    }
    const header = headerText(paint, group, right - left, nameFont, countFont);
    context.font = nameFont;
    context.fillStyle = palette.header;
    context.fillText(header.name, textLeft, middle);
    if (!header.count) return;
    context.font = countFont;
    context.fillStyle = palette.headerNote;
    const distance = COUNT_DISTANCE_PX * pixelRatio;
    context.fillText(header.count, textLeft + header.nameWidth + distance, middle);
  });
}

function headerText(
  { context, scene, pixelRatio, groupNotes, cache }: LabelPaint,
  group: number,
  width: number,
  nameFont: string,
  countFont: string,
): HeaderText {
  const known = cache.headers.get(group);
  if (known) return known;
  const entry = scene.data.groups[group];
  const widthOf = (text: string) => context.measureText(text).width;
  context.font = nameFont;
  const full = drawableText(entry?.name ?? '');
  const fullWidth = widthOf(full);
  context.font = countFont;
  const notes = (entry ? groupNotes(entry) : []).map((text) => ({
    text,
    width: widthOf(text) + COUNT_DISTANCE_PX * pixelRatio,
  }));
  // The shortest note, the count, may shorten a name, but is left out rather than the name.
  const note =
    notes.find((one) => fullWidth + one.width <= width) ??
    notes.slice(-1).find((one) => width - one.width > 40 * pixelRatio);
  context.font = nameFont;
  const name = fitText(full, note ? width - note.width : width, widthOf);
  const made = { name, nameWidth: widthOf(name), count: note?.text ?? '' };
  cache.headers.set(group, made);
  return made;
}

/** Draws names on tiles that are large enough. */
export function paintNames({ context, scene, view, palette, pixelRatio, ...paint }: LabelPaint): void {
  const { geometry, groupStart, data } = scene;
  const room = namesFit(geometry.tile, pixelRatio);
  if (!room) return;
  context.font = `500 ${room.fontSize}px ${paint.fontFamily}`;
  context.textBaseline = 'top';
  context.direction = 'ltr';
  let ink = '';
  const { pitch } = geometry;
  forVisibleGroups(scene, view, (group) => {
    const { columns, left, top, ...seen } = visibleTiles(scene, view, group);
    for (let row = seen.firstRow; row <= seen.lastRow; row++) {
      for (let column = seen.firstColumn; column <= seen.lastColumn; column++) {
        const slot = at(groupStart, group) + row * columns + column;
        if (slot >= at(groupStart, group + 1)) break;
        const tileClass = scene.tileClasses[slot] ?? 0;
        const isMarked = hasCornerMark(tileClass);
        const key = isMarked ? -1 - slot : slot;
        let lines = paint.cache.names.get(key);
        if (!lines) {
          const name = data.names[at(scene.indexOfSlot, slot)] ?? '';
          const lineCnt = isMarked ? Math.max(1, room.lineCnt - 1) : room.lineCnt;
          lines = breakName(name, lineCnt, room.unitsPerLine);
          paint.cache.names.set(key, lines);
        }
        const colour = palette.ink[tileClass] ?? palette.header;
        if (colour !== ink) {
          ink = colour;
          context.fillStyle = colour;
        }
        const x = left + column * pitch + room.padding;
        const y = top + row * pitch + room.padding;
        for (const [line, text] of lines.entries())
          context.fillText(text, x, y + line * room.lineHeight, room.width);
      }
    }
  });
}
