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
  const { groupStart } = scene;
  const { pitch } = appearance;
  const { columns, left, top, firstColumn, lastColumn, firstRow, lastRow } = visibleTiles(scene, view, group);
  const start = at(groupStart, group);
  const size = at(groupStart, group + 1) - start;
  for (let row = firstRow; row <= lastRow; row++) {
    const rowEnd = Math.min(lastColumn, size - row * columns - 1);
    if (rowEnd < firstColumn) continue;
    const rowSlot = start + row * columns;
    const y = top + row * pitch;
    const isLikeLast =
      // Copies an equal, complete row above. Sorted objects make many such rows, most when all are stale.
      row > firstRow &&
      y - pitch >= 0 &&
      rowEnd === lastColumn &&
      isSameRow(scene.tileClasses, rowSlot - columns, rowSlot, firstColumn, rowEnd);
    if (isLikeLast) copyRow(target, appearance, firstColumn, rowEnd, left, y);
    else paintRow(target, scene.tileClasses, appearance, rowSlot, firstColumn, rowEnd, left, y);
  }
}

function isSameRow(
  tileClasses: Uint8Array,
  rowSlot: number,
  otherSlot: number,
  firstColumn: number,
  lastColumn: number,
): boolean {
  for (let column = firstColumn; column <= lastColumn; column++) {
    if (tileClasses[rowSlot + column] !== tileClasses[otherSlot + column]) return false;
  }
  return true;
}

function copyRow(
  target: PixelTarget,
  { tile, pitch }: TileAppearance,
  firstColumn: number,
  lastColumn: number,
  left: number,
  top: number,
): void {
  const { pixels, width } = target;
  const fromX = Math.max(0, left + firstColumn * pitch);
  const toX = Math.min(width, left + lastColumn * pitch + tile);
  const toLine = Math.min(tile, target.height - top);
  for (let line = 0; line < toLine; line++) {
    const lineStart = (top + line) * width;
    const model = lineStart - pitch * width;
    pixels.copyWithin(lineStart + fromX, model + fromX, model + toX);
  }
}

function paintRow(
  target: PixelTarget,
  tileClasses: Uint8Array,
  appearance: TileAppearance,
  rowSlot: number,
  firstColumn: number,
  lastColumn: number,
  left: number,
  top: number,
): void {
  const { pixels, width, marked } = target;
  const { tile, pitch, radius, sprites } = appearance;
  const fromLine = Math.max(0, -top);
  const toLine = Math.min(tile, target.height - top);
  const fromX = Math.max(0, left + firstColumn * pitch);
  const toX = Math.min(width, left + lastColumn * pitch + tile);
  let markedCnt = 0;
  for (let column = firstColumn; column <= lastColumn; column++) {
    if (sprites[tileClasses[rowSlot + column] ?? 0]) marked[markedCnt++] = column;
  }
  let model = -1;
  for (let line = fromLine; line < toLine; line++) {
    const lineStart = (top + line) * width;
    const isEdge = line < radius || line >= tile - radius;
    if (model >= 0 && !isEdge) pixels.copyWithin(lineStart + fromX, model + fromX, model + toX);
    else {
      writeGround(target, tileClasses, appearance, rowSlot, firstColumn, lastColumn, left, lineStart);
      if (isEdge)
        roundCorners(
          target,
          tileClasses,
          appearance,
          rowSlot,
          firstColumn,
          lastColumn,
          left,
          lineStart,
          line,
        );
      else model = lineStart;
    }
    for (let i = 0; i < markedCnt; i++) {
      const column = marked[i] ?? 0;
      const sprite = sprites[tileClasses[rowSlot + column] ?? 0];
      if (sprite) writeSprite(target, sprite, tile, left + column * pitch, lineStart, line);
    }
  }
}

function writeGround(
  target: PixelTarget,
  tileClasses: Uint8Array,
  appearance: TileAppearance,
  rowSlot: number,
  firstColumn: number,
  lastColumn: number,
  left: number,
  lineStart: number,
): void {
  const { pixels, width } = target;
  const { tile, pitch, ground } = appearance;
  for (let column = firstColumn; column <= lastColumn; column++) {
    const x = left + column * pitch;
    const colour = ground[tileClasses[rowSlot + column] ?? 0] ?? 0;
    const end = lineStart + Math.min(width, x + tile);
    for (let pixel = lineStart + Math.max(0, x); pixel < end; pixel++) pixels[pixel] = colour;
  }
}

function roundCorners(
  target: PixelTarget,
  tileClasses: Uint8Array,
  appearance: TileAppearance,
  rowSlot: number,
  firstColumn: number,
  lastColumn: number,
  left: number,
  lineStart: number,
  line: number,
): void {
  const { pixels, width } = target;
  const { tile, pitch, radius, corners } = appearance;
  const cornerLine = line < radius ? line : tile - 1 - line;
  for (let column = firstColumn; column <= lastColumn; column++) {
    const x = left + column * pitch;
    const corner = ((tileClasses[rowSlot + column] ?? 0) * radius + cornerLine) * radius;
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
