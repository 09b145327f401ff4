import { TILE_CLASS } from '../tile-class.ts';
import { SMALLEST_NAMED_TILE_PX } from './label-text.ts';
import { mixColours, type Palette, packColour } from './palette.ts';

/** The pixels of each class of tile at one size. */
export interface TileAppearance {
  readonly tile: number;
  readonly pitch: number;
  /** The radius of the rounded corners; 0 for small tiles. */
  readonly radius: number;
  readonly background: number;
  /** tile × tile pixels. Drawn on first use: a zoom needs other pixels at every size. */
  readonly pixelsOf: (tileClass: number) => Uint32Array;
}

/** The distance from a point to the edge of the shape: positive inside, negative outside. */
type Shape = (x: number, y: number) => number;

/** The tile without its gap: small between small tiles, larger between readable ones. */
export function tileSize(pitch: number, pixelRatio: number): number {
  const pitchPx = pitch / pixelRatio;
  const gapPx = pitchPx < 16 ? 1 : pitchPx < 40 ? 2 : 3;
  const gap = pitchPx < 6 ? 1 : Math.max(1, Math.round(gapPx * pixelRatio));
  return Math.max(1, pitch - gap);
}

export function makeAppearance(palette: Palette, pitch: number, pixelRatio: number): TileAppearance {
  const tile = tileSize(pitch, pixelRatio);
  const tilePx = tile / pixelRatio;
  const radius = tilePx < 10 ? 0 : Math.round((tilePx < 24 ? 2 : 3) * pixelRatio);
  const drawn: Uint32Array[] = [];
  return {
    tile,
    pitch,
    radius,
    background: packColour(palette.background),
    pixelsOf: (tileClass) => {
      drawn[tileClass] ??= drawTile(
        palette,
        tileClass,
        tile,
        radius,
        markOf(tileClass, tile, pitch, pixelRatio),
      );
      return drawn[tileClass];
    },
  };
}

function drawTile(
  palette: Palette,
  tileClass: number,
  tile: number,
  radius: number,
  mark: Shape | undefined,
): Uint32Array {
  const { background } = palette;
  const ground = palette.ground[tileClass] ?? background;
  const ink = palette.mark[tileClass] ?? background;
  const square = roundedSquare(tile, radius);
  const isEdge = (line: number) => line < radius || line >= tile - radius;
  const [groundPixel, inkPixel] = [packColour(ground), packColour(ink)];
  const pixels = new Uint32Array(tile * tile).fill(groundPixel);
  for (let y = 0; y < tile; y++) {
    const hasCorners = isEdge(y);
    if (!mark && !hasCorners) continue;
    for (let x = 0; x < tile; x++) {
      const isCorner = hasCorners && isEdge(x);
      const marked = mark ? coverage(mark, x, y) : 0;
      if (isCorner || (marked > 0 && marked < 1)) {
        const colour = mixColours(ground, ink, marked);
        pixels[y * tile + x] = packColour(
          isCorner ? mixColours(background, colour, coverage(square, x, y)) : colour,
        );
      } else if (marked === 1) pixels[y * tile + x] = inkPixel;
    }
  }
  return pixels;
}

/** How much of a pixel a shape covers, from the distance of its middle to the edge. */
function coverage(shape: Shape, x: number, y: number): number {
  return Math.max(0, Math.min(1, shape(x + 0.5, y + 0.5) + 0.5));
}

function roundedSquare(tile: number, radius: number): Shape {
  return (x, y) => {
    const dx = Math.abs(x - tile / 2) - tile / 2 + radius;
    const dy = Math.abs(y - tile / 2) - tile / 2 + radius;
    return radius - Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - Math.min(Math.max(dx, dy), 0);
  };
}

/** Whether the class has a hatch or mark; other tiles have one colour. */
export function hasMark(tileClass: number): boolean {
  return tileClass < TILE_CLASS.scale && tileClass !== TILE_CLASS.normal && tileClass !== TILE_CLASS.unknown;
}

/** Whether the last line of a name would overlap the class's mark. */
export function hasCornerMark(tileClass: number): boolean {
  return tileClass === TILE_CLASS.critical || tileClass === TILE_CLASS.warning;
}

function markOf(tileClass: number, tile: number, pitch: number, pixelRatio: number): Shape | undefined {
  if (!hasMark(tileClass)) return undefined;
  if (tileClass === TILE_CLASS.critical) return cross(tile, pixelRatio);
  if (tileClass === TILE_CLASS.warning) return triangle(tile, pixelRatio);
  return tileClass === TILE_CLASS.unmonitored ? outline(tile, pixelRatio) : hatch(pitch, pixelRatio);
}

/** Lines that continue from tile to tile: a whole number of them per pitch. */
function hatch(pitch: number, pixelRatio: number): Shape {
  const period = pitch / Math.max(1, Math.round(pitch / (4 * pixelRatio)));
  const half = period * 0.18;
  return (x, y) => {
    const fromLine = ((x + y - half + period / 2) % period) - period / 2;
    return (half - Math.abs(fromLine)) / Math.SQRT2;
  };
}

/** In the middle, or below the name if there is one. */
function markPlace(tile: number, pixelRatio: number) {
  if (tile < SMALLEST_NAMED_TILE_PX * pixelRatio) return { middle: tile / 2, reach: tile * 0.25 };
  const reach = Math.min(tile * 0.15, 7 * pixelRatio);
  return { middle: tile - reach - Math.max(3 * pixelRatio, tile * 0.08), reach };
}

function cross(tile: number, pixelRatio: number): Shape {
  // A small square remains of the cross on the smallest tiles.
  if (tile < 7 * pixelRatio) {
    const half = Math.max(0.5, Math.floor(tile / 6));
    return (x, y) => half - Math.max(Math.abs(x - tile / 2), Math.abs(y - tile / 2));
  }
  const { middle, reach } = markPlace(tile, pixelRatio);
  const half = Math.max(0.6 * pixelRatio, reach * 0.2);
  return (x, y) => {
    const u = Math.abs(x - middle);
    const v = Math.abs(y - middle);
    return Math.min(reach - Math.max(u, v), half - Math.abs(u - v) / Math.SQRT2);
  };
}

function triangle(tile: number, pixelRatio: number): Shape {
  // On the smallest tiles one line remains of the triangle.
  const foot = tile - Math.max(1, Math.floor(tile / 4));
  if (tile < 7 * pixelRatio) return (_x, y) => y - foot;
  const place = markPlace(tile, pixelRatio);
  const reach = place.reach * 1.05;
  const top = place.middle - reach;
  const slope = 0.575;
  return (x, y) => {
    const fromSide = ((y - top) * slope - Math.abs(x - place.middle)) / Math.hypot(1, slope);
    return Math.min(top + 2 * reach - y, fromSide);
  };
}

function outline(tile: number, pixelRatio: number): Shape {
  const width = Math.max(1, Math.round(pixelRatio));
  return (x, y) => width - Math.min(x, y, tile - x, tile - y);
}
