import { forVisibleGroups, type Scene, type View, visibleTiles } from '../layout/geometry.ts';
import { at } from '../layout/tile-data.ts';
import { hasMark, type TileAppearance } from './tile-appearance.ts';

export interface PixelTarget {
  readonly pixels: Uint32Array;
  readonly width: number;
  readonly height: number;
}

export interface TileScene extends Scene {
  /** The class of each slot. */
  readonly tileClasses: Uint8Array;
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
  const { pixels, width } = target;
  const { tile, pitch, radius } = appearance;
  const { tileClasses, slot, firstColumn, lastColumn, left, top } = row;
  const fromLine = Math.max(0, -top);
  const toLine = Math.min(tile, target.height - top);
  const fromX = Math.max(0, left + firstColumn * pitch);
  const toX = Math.min(width, left + lastColumn * pitch + tile);
  const marked: number[] = [];
  for (let column = firstColumn; column <= lastColumn; column++) {
    if (hasMark(tileClasses[slot + column] ?? 0)) marked.push(column);
  }
  for (let line = fromLine; line < toLine; line++) {
    // Between their corners all lines of tiles without a mark are equal.
    if (line > Math.max(fromLine, radius) && line < tile - radius) {
      const start = (top + line) * width + fromX;
      pixels.copyWithin(start, start - width, start - width + toX - fromX);
      for (const column of marked) paintLine(target, appearance, row, column, line);
    } else {
      for (let column = firstColumn; column <= lastColumn; column++)
        paintLine(target, appearance, row, column, line);
    }
  }
}

/** One line of one tile. */
function paintLine(
  { pixels, width }: PixelTarget,
  { tile, pitch, pixelsOf }: TileAppearance,
  { tileClasses, slot, left, top }: Row,
  column: number,
  line: number,
): void {
  const tilePixels = pixelsOf(tileClasses[slot + column] ?? 0);
  const x = left + column * pitch;
  const start = (top + line) * width + x;
  const to = Math.min(tile, width - x);
  for (let i = Math.max(0, -x); i < to; i++) pixels[start + i] = tilePixels[line * tile + i] ?? 0;
}
