import { mixColours, packColour, type Rgb } from './colour.ts';
import { KIND, KIND_CNT } from './kinds.ts';
import { SMALLEST_NAMED_TILE_PX } from './name-room.ts';
import type { Palette } from './palette.ts';

/** The pixels of each kind of tile at one size. */
export interface TileLook {
  readonly tile: number;
  readonly pitch: number;
  /** Of the rounded corners; 0 where tiles are too small for them. */
  readonly radius: number;
  readonly background: number;
  /** Of each kind, packed. */
  readonly ground: Uint32Array;
  /** tile × tile pixels of the kinds that carry a mark; others are their ground with rounded corners. */
  readonly sprites: readonly (Uint32Array | undefined)[];
  /** radius × radius pixels of each kind's upper left corner. */
  readonly corners: Uint32Array;
}

type Mark = (x: number, y: number) => boolean;

/** What lies between two tiles: little between small ones, more between those one reads. */
export function tileSize(pitch: number, pixelRatio: number): number {
  const pitchPx = pitch / pixelRatio;
  const gapPx = pitchPx < 16 ? 1 : pitchPx < 40 ? 2 : 3;
  const gap = pitchPx < 6 ? 1 : Math.max(1, Math.round(gapPx * pixelRatio));
  return Math.max(1, pitch - gap);
}

export function makeLook(palette: Palette, pitch: number, pixelRatio: number): TileLook {
  const tile = tileSize(pitch, pixelRatio);
  const tilePx = tile / pixelRatio;
  const radius = tilePx < 10 ? 0 : Math.round((tilePx < 24 ? 2 : 3) * pixelRatio);
  const ground = Uint32Array.from(palette.ground, packColour);
  const corners = new Uint32Array(KIND_CNT * radius * radius);
  for (let kind = 0; kind < KIND_CNT; kind++) {
    for (let y = 0; y < radius; y++) {
      for (let x = 0; x < radius; x++) {
        const covered = coverage(x, y, (u, v) => Math.hypot(radius - u, radius - v) <= radius);
        const colour = mixColours(palette.background, palette.ground[kind] ?? palette.background, covered);
        corners[(kind * radius + y) * radius + x] = packColour(colour);
      }
    }
  }
  const sprites: (Uint32Array | undefined)[] = [];
  for (let kind = 0; kind < KIND_CNT; kind++) {
    const mark = markOf(kind, tile, pitch, pixelRatio);
    sprites.push(mark && makeSprite(palette, kind, tile, radius, mark));
  }
  return { tile, pitch, radius, background: packColour(palette.background), ground, sprites, corners };
}

function makeSprite(palette: Palette, kind: number, tile: number, radius: number, mark: Mark): Uint32Array {
  const ground = palette.ground[kind] ?? palette.background;
  const ink = palette.mark[kind] ?? palette.background;
  const inside = roundedSquare(tile, radius);
  const pixels = new Uint32Array(tile * tile);
  for (let y = 0; y < tile; y++) {
    for (let x = 0; x < tile; x++) {
      const colour: Rgb = mixColours(ground, ink, coverage(x, y, mark));
      const isEdge = Math.min(x, tile - 1 - x) < radius && Math.min(y, tile - 1 - y) < radius;
      const covered = isEdge ? coverage(x, y, inside) : 1;
      pixels[y * tile + x] = packColour(mixColours(palette.background, colour, covered));
    }
  }
  return pixels;
}

function roundedSquare(tile: number, radius: number): Mark {
  return (x, y) => {
    const dx = Math.max(radius - x, x - (tile - radius), 0);
    const dy = Math.max(radius - y, y - (tile - radius), 0);
    return Math.hypot(dx, dy) <= radius;
  };
}

/** How much of a pixel lies in a shape: nine samples. */
function coverage(x: number, y: number, shape: Mark): number {
  let hits = 0;
  for (let i = 0; i < 9; i++) if (shape(x + ((i % 3) + 0.5) / 3, y + (Math.floor(i / 3) + 0.5) / 3)) hits++;
  return hits / 9;
}

/** Whether the last line of a name would run over the kind's mark. */
export function hasCornerMark(kind: number): boolean {
  return kind === KIND.critical || kind === KIND.warning;
}

function markOf(kind: number, tile: number, pitch: number, pixelRatio: number): Mark | undefined {
  switch (kind) {
    case KIND.stale:
    case KIND.criticalStale:
    case KIND.warningStale:
      return hatch(pitch, pixelRatio);
    case KIND.critical:
      return cross(tile, pixelRatio);
    case KIND.warning:
      return triangle(tile, pixelRatio);
    case KIND.unmonitored:
      return outline(tile, pixelRatio);
    default:
      return undefined;
  }
}

/** Lines that run on from tile to tile: a whole number of them to a pitch. */
function hatch(pitch: number, pixelRatio: number): Mark {
  const period = pitch / Math.max(1, Math.round(pitch / (4 * pixelRatio)));
  return (x, y) => (x + y) % period < period * 0.36;
}

interface MarkPlace {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
}

/** In the middle, or below the name where there is one. */
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
  return (x, y) => {
    const [u, v] = [Math.abs(x - middleX), Math.abs(y - middleY)];
    return Math.max(u, v) <= reach && Math.abs(u - v) <= half * Math.SQRT2;
  };
}

/** On a tile too small for a cross. */
function dot(tile: number): Mark {
  const half = Math.max(0.5, Math.floor(tile / 6));
  const middle = Math.floor(tile / 2) + (tile % 2 === 1 ? 0.5 : 0);
  return (x, y) => Math.abs(x - middle) <= half && Math.abs(y - middle) <= half;
}

function triangle(tile: number, pixelRatio: number): Mark {
  // A foot of one line is what is left of a triangle on the smallest tiles.
  if (tile < 7 * pixelRatio) return (_x, y) => y >= tile - Math.max(1, Math.floor(tile / 4));
  const place = markPlace(tile, pixelRatio);
  const reach = place.reach * 1.05;
  const top = place.y - reach;
  return (x, y) =>
    y >= top && y <= top + 2 * reach && Math.abs(x - place.x) <= ((y - top) / (2 * reach)) * reach * 1.15;
}

function outline(tile: number, pixelRatio: number): Mark {
  const width = Math.max(1, Math.round(pixelRatio));
  return (x, y) => Math.min(x, y, tile - x, tile - y) < width;
}
