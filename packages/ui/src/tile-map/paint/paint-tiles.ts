import { forVisibleGroups, type Scene, type View, visibleTiles } from '../layout/geometry.ts';
import { at } from '../layout/tile-data.ts';
import type { TileAppearance } from './tile-appearance.ts';

/** Created once per canvas size: a frame allocates nothing. */
export interface PixelTarget {
  readonly pixels: Uint32Array;
  readonly width: number;
  readonly height: number;
  /** Scratch buffer: the columns of a row whose tiles have a mark. */
  readonly marked: Int32Array;
}

export interface TileScene extends Scene {
  /** The class of each slot. */
  readonly tileClasses: Uint8Array;
}

export function makeTarget(buffer: ArrayBuffer, width: number, height: number): PixelTarget {
  return { pixels: new Uint32Array(buffer), width, height, marked: new Int32Array(width + 1) };
}

/**
 * Writes the pixels of every visible tile. A canvas needs several frames to draw a hundred thousand
 * rectangles; writing the same pixels takes a fraction of one, for any mixture of classes, and can be tested
 * without a browser.
 */
export function paintTiles(
  target: PixelTarget,
  scene: TileScene,
  appearance: TileAppearance,
  scrollX: number,
  scrollY: number,
): void {
  target.pixels.fill(appearance.background);
  const view = { scrollX, scrollY, width: target.width, height: target.height };
  forVisibleGroups(scene, view, (group) => paintGroup(target, scene, appearance, group, view));
}

function paintGroup(
  target: PixelTarget,
  scene: TileScene,
  appearance: TileAppearance,
  group: number,
  view: View,
): void {
  const { groupStart, tileClasses } = scene;
  const { pitch } = appearance;
  const { columns, left, top, firstColumn, lastColumn, firstRow, lastRow } = visibleTiles(scene, view, group);
  const start = at(groupStart, group);
  const size = at(groupStart, group + 1) - start;
  for (let line = firstRow; line <= lastRow; line++) {
    const rowEnd = Math.min(lastColumn, size - line * columns - 1);
    if (rowEnd < firstColumn) continue;
    const slot = start + line * columns;
    const y = top + line * pitch;
    const row = { tileClasses, slot, firstColumn, lastColumn: rowEnd, left, top: y };
    // Copies an equal, complete row above. Sorted objects make many such rows, most when all are stale.
    const isLikeLast =
      line > firstRow && y - pitch >= 0 && rowEnd === lastColumn && isSameRow(row, slot - columns);
    if (isLikeLast) copyRow(target, appearance, row);
    else paintRow(target, appearance, row);
  }
}

/** The visible tiles of one row of a group. */
interface Row {
  readonly tileClasses: Uint8Array;
  /** The slot of the row's first tile, visible or not. */
  readonly slot: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
  readonly left: number;
  readonly top: number;
}

function isSameRow({ tileClasses, slot, firstColumn, lastColumn }: Row, otherSlot: number): boolean {
  for (let column = firstColumn; column <= lastColumn; column++) {
    if (tileClasses[slot + column] !== tileClasses[otherSlot + column]) return false;
  }
  return true;
}

function copyRow(target: PixelTarget, { tile, pitch }: TileAppearance, row: Row): void {
  const { pixels, width } = target;
  const fromX = Math.max(0, row.left + row.firstColumn * pitch);
  const toX = Math.min(width, row.left + row.lastColumn * pitch + tile);
  const toLine = Math.min(tile, target.height - row.top);
  for (let line = 0; line < toLine; line++) {
    const lineStart = (row.top + line) * width;
    const model = lineStart - pitch * width;
    pixels.copyWithin(lineStart + fromX, model + fromX, model + toX);
  }
}

function paintRow(target: PixelTarget, appearance: TileAppearance, row: Row): void {
  const { pixels, width, marked } = target;
  const { tile, pitch, radius, sprites } = appearance;
  const { tileClasses, slot, firstColumn, lastColumn, left, top } = row;
  const fromLine = Math.max(0, -top);
  const toLine = Math.min(tile, target.height - top);
  const fromX = Math.max(0, left + firstColumn * pitch);
  const toX = Math.min(width, left + lastColumn * pitch + tile);
  let markedCnt = 0;
  for (let column = firstColumn; column <= lastColumn; column++) {
    if (sprites[tileClasses[slot + column] ?? 0]) marked[markedCnt++] = column;
  }
  let model = -1;
  for (let line = fromLine; line < toLine; line++) {
    const lineStart = (top + line) * width;
    const isEdge = line < radius || line >= tile - radius;
    if (model >= 0 && !isEdge) pixels.copyWithin(lineStart + fromX, model + fromX, model + toX);
    else {
      writeGround(target, appearance, row, lineStart);
      if (isEdge) roundCorners(target, appearance, row, lineStart, line);
      else model = lineStart;
    }
    for (let i = 0; i < markedCnt; i++) {
      const column = marked[i] ?? 0;
      const sprite = sprites[tileClasses[slot + column] ?? 0];
      if (sprite) writeSprite(target, sprite, tile, left + column * pitch, lineStart, line);
    }
  }
}

function writeGround(target: PixelTarget, appearance: TileAppearance, row: Row, lineStart: number): void {
  const { pixels, width } = target;
  const { tile, pitch, ground } = appearance;
  const { tileClasses, slot, firstColumn, lastColumn, left } = row;
  for (let column = firstColumn; column <= lastColumn; column++) {
    const x = left + column * pitch;
    const colour = ground[tileClasses[slot + column] ?? 0] ?? 0;
    const end = lineStart + Math.min(width, x + tile);
    for (let pixel = lineStart + Math.max(0, x); pixel < end; pixel++) pixels[pixel] = colour;
  }
}

function roundCorners(
  target: PixelTarget,
  appearance: TileAppearance,
  row: Row,
  lineStart: number,
  line: number,
): void {
  const { pixels, width } = target;
  const { tile, pitch, radius, corners } = appearance;
  const { tileClasses, slot, firstColumn, lastColumn, left } = row;
  const cornerLine = line < radius ? line : tile - 1 - line;
  for (let column = firstColumn; column <= lastColumn; column++) {
    const x = left + column * pitch;
    const corner = ((tileClasses[slot + column] ?? 0) * radius + cornerLine) * radius;
    for (let i = 0; i < radius; i++) {
      const colour = corners[corner + i] ?? 0;
      const leftX = x + i;
      const rightX = x + tile - 1 - i;
      if (leftX >= 0 && leftX < width) pixels[lineStart + leftX] = colour;
      if (rightX >= 0 && rightX < width) pixels[lineStart + rightX] = colour;
    }
  }
}

function writeSprite(
  target: PixelTarget,
  sprite: Uint32Array,
  tile: number,
  x: number,
  lineStart: number,
  line: number,
): void {
  const { pixels, width } = target;
  const from = Math.max(0, -x);
  const to = Math.min(tile, width - x);
  for (let i = from; i < to; i++) pixels[lineStart + x + i] = sprite[line * tile + i] ?? 0;
}
