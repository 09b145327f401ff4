import { TILE_CLASS, TILE_CLASS_CNT } from '../tile-class.ts';
import { SMALLEST_NAMED_TILE_PX } from './label-text.ts';
import { mixColours, type Palette, packColour } from './palette.ts';

/** The pixels of each class of tile at one size. */
export interface TileAppearance {
  readonly tile: number;
  readonly pitch: number;
  /** The radius of the rounded corners; 0 for small tiles. */
  readonly radius: number;
  readonly background: number;
  /** The packed colour of each class. */
  readonly ground: Uint32Array;
  /** tile × tile pixels of the classes with a mark; others are their colour with rounded corners. */
  readonly sprites: readonly (Uint32Array | undefined)[];
  /** radius × radius pixels of each class's upper left corner. */
  readonly corners: Uint32Array;
}

type Shape = (x: number, y: number) => boolean;

interface Mark {
  readonly shape: Shape;
  /** The bounds of the shape in both directions. */
  readonly from: number;
  readonly to: number;
  /** The shape is the same along each diagonal: one line of it is enough. */
  readonly isDiagonal?: boolean;
}

/** The tile without its gap: small between small tiles, larger between readable ones. */
export function tileSize(pitch: number, pixelRatio: number): number {
  const pitchPx = pitch / pixelRatio;
  const gapPx = pitchPx < 16 ? 1 : pitchPx < 40 ? 2 : 3;
  const gap = pitchPx < 6 ? 1 : Math.max(1, Math.round(gapPx * pixelRatio));
  return Math.max(1, pitch - gap);
}

/** `isUsed`: the classes that occur. A mark takes time to draw, and a zoom draws it at every size. */
export function makeAppearance(
  palette: Palette,
  pitch: number,
  pixelRatio: number,
  isUsed: (tileClass: number) => boolean,
): TileAppearance {
  const tile = tileSize(pitch, pixelRatio);
  const tilePx = tile / pixelRatio;
  const radius = tilePx < 10 ? 0 : Math.round((tilePx < 24 ? 2 : 3) * pixelRatio);
  const ground = Uint32Array.from(palette.ground, packColour);
  const corners = new Uint32Array(TILE_CLASS_CNT * radius * radius);
  const inside = roundedSquare(tile, radius);
  for (let y = 0; y < radius; y++) {
    for (let x = 0; x < radius; x++) {
      const share = coverage(x, y, inside) / SAMPLES;
      for (let tileClass = 0; tileClass < TILE_CLASS_CNT; tileClass++) {
        const colour = mixColours(palette.background, palette.ground[tileClass] ?? palette.background, share);
        corners[(tileClass * radius + y) * radius + x] = packColour(colour);
      }
    }
  }
  const sprites: (Uint32Array | undefined)[] = [];
  for (let tileClass = 0; tileClass < TILE_CLASS_CNT; tileClass++) {
    const mark =
      tileClass < TILE_CLASS.scale && isUsed(tileClass)
        ? markOf(tileClass, tile, pitch, pixelRatio)
        : undefined;
    sprites.push(mark && makeSprite(palette, tileClass, tile, radius, mark));
  }
  return { tile, pitch, radius, background: packColour(palette.background), ground, sprites, corners };
}

function makeSprite(
  palette: Palette,
  tileClass: number,
  tile: number,
  radius: number,
  mark: Mark,
): Uint32Array {
  const ground = palette.ground[tileClass] ?? palette.background;
  const ink = palette.mark[tileClass] ?? palette.background;
  const shades = Array.from({ length: SAMPLES + 1 }, (_, hits) => mixColours(ground, ink, hits / SAMPLES));
  const packed = Uint32Array.from(shades, packColour);
  const inside = roundedSquare(tile, radius);
  const hitsAt = markHits(mark, tile);
  const pixels = new Uint32Array(tile * tile);
  for (let y = 0; y < tile; y++) {
    for (let x = 0; x < tile; x++) {
      const hits = hitsAt[y * tile + x] ?? 0;
      const isCorner = Math.min(x, tile - 1 - x) < radius && Math.min(y, tile - 1 - y) < radius;
      pixels[y * tile + x] = isCorner
        ? packColour(mixColours(palette.background, shades[hits] ?? ground, coverage(x, y, inside) / SAMPLES))
        : (packed[hits] ?? 0);
    }
  }
  return pixels;
}

function markHits(mark: Mark, tile: number): Uint8Array {
  const hits = new Uint8Array(tile * tile);
  const diagonal = mark.isDiagonal
    ? Array.from({ length: 2 * tile }, (_, d) => coverage(d, 0, mark.shape))
    : [];
  const from = Math.max(0, Math.floor(mark.from));
  const to = Math.min(tile, Math.ceil(mark.to));
  for (let y = from; y < to; y++) {
    for (let x = from; x < to; x++) {
      hits[y * tile + x] = mark.isDiagonal ? (diagonal[x + y] ?? 0) : coverage(x, y, mark.shape);
    }
  }
  return hits;
}

function roundedSquare(tile: number, radius: number): Shape {
  return (x, y) => {
    const dx = Math.max(radius - x, x - (tile - radius), 0);
    const dy = Math.max(radius - y, y - (tile - radius), 0);
    return Math.hypot(dx, dy) <= radius;
  };
}

const SAMPLES = 9;

/** How many of a pixel's samples are inside a shape. */
function coverage(x: number, y: number, shape: Shape): number {
  let hits = 0;
  for (let v = 1; v < 6; v += 2) {
    for (let u = 1; u < 6; u += 2) if (shape(x + u / 6, y + v / 6)) hits++;
  }
  return hits;
}

/** Whether the last line of a name would overlap the class's mark. */
export function hasCornerMark(tileClass: number): boolean {
  return tileClass === TILE_CLASS.critical || tileClass === TILE_CLASS.warning;
}

function markOf(tileClass: number, tile: number, pitch: number, pixelRatio: number): Mark | undefined {
  switch (tileClass) {
    case TILE_CLASS.stale:
    case TILE_CLASS.criticalStale:
    case TILE_CLASS.warningStale:
      return { shape: hatch(pitch, pixelRatio), from: 0, to: tile, isDiagonal: true };
    case TILE_CLASS.critical:
      return cross(tile, pixelRatio);
    case TILE_CLASS.warning:
      return triangle(tile, pixelRatio);
    case TILE_CLASS.unmonitored:
      return { shape: outline(tile, pixelRatio), from: 0, to: tile };
    default:
      return undefined;
  }
}

/** Lines that continue from tile to tile: a whole number of them per pitch. */
function hatch(pitch: number, pixelRatio: number): Shape {
  const period = pitch / Math.max(1, Math.round(pitch / (4 * pixelRatio)));
  return (x, y) => (x + y) % period < period * 0.36;
}

interface MarkPlace {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

/** In the middle, or below the name if there is one. */
function markPlace(tile: number, pixelRatio: number): MarkPlace {
  if (tile < SMALLEST_NAMED_TILE_PX * pixelRatio) return { x: tile / 2, y: tile / 2, reach: tile * 0.25 };
  const reach = Math.min(tile * 0.15, 7 * pixelRatio);
  const fromEdge = reach + Math.max(3 * pixelRatio, tile * 0.08);
  return { x: tile - fromEdge, y: tile - fromEdge, reach };
}

function cross(tile: number, pixelRatio: number): Mark {
  if (tile < 7 * pixelRatio) return dot(tile);
  const { x: middleX, y: middleY, reach } = markPlace(tile, pixelRatio);
  const half = Math.max(0.6 * pixelRatio, reach * 0.2);
  const shape: Shape = (x, y) => {
    const u = Math.abs(x - middleX);
    const v = Math.abs(y - middleY);
    return Math.max(u, v) <= reach && Math.abs(u - v) <= half * Math.SQRT2;
  };
  return { shape, from: middleX - reach - 1, to: middleX + reach + 1 };
}

/** For a tile that is too small for a cross. */
function dot(tile: number): Mark {
  const half = Math.max(0.5, Math.floor(tile / 6));
  const middle = Math.floor(tile / 2) + (tile % 2 === 1 ? 0.5 : 0);
  return { shape: (x, y) => Math.abs(x - middle) <= half && Math.abs(y - middle) <= half, from: 0, to: tile };
}

function triangle(tile: number, pixelRatio: number): Mark {
  // On the smallest tiles one line remains of the triangle.
  const foot = tile - Math.max(1, Math.floor(tile / 4));
  if (tile < 7 * pixelRatio) return { shape: (_x, y) => y >= foot, from: 0, to: tile };
  const place = markPlace(tile, pixelRatio);
  const reach = place.reach * 1.05;
  const top = place.y - reach;
  const shape: Shape = (x, y) =>
    y >= top && y <= top + 2 * reach && Math.abs(x - place.x) <= ((y - top) / 2) * 1.15;
  return { shape, from: top - reach, to: top + 3 * reach };
}

function outline(tile: number, pixelRatio: number): Shape {
  const width = Math.max(1, Math.round(pixelRatio));
  return (x, y) => Math.min(x, y, tile - x, tile - y) < width;
}
