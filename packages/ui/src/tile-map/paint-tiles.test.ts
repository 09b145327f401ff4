import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packColour, type Rgb } from './colour.ts';
import { KIND, KIND_CNT } from './kinds.ts';
import { makeTarget, type PixelTarget, paintTiles, type TileScene } from './paint-tiles.ts';
import type { Palette } from './palette.ts';
import { modelOf, models } from './testing/models.ts';
import { makeLook, type TileLook } from './tile-look.ts';
import type { TileMapModel } from './tile-map-model.ts';

const palette: Palette = {
  background: [250, 250, 250],
  ground: Array.from({ length: KIND_CNT }, (_, kind): Rgb => [kind * 3, 40 + kind, 200 - kind]),
  mark: Array.from({ length: KIND_CNT }, (_, kind): Rgb => [10, kind, 10]),
  ink: [],
  header: '',
  headerNote: '',
};

function sceneOf(model: TileMapModel, kinds: Uint8Array): TileScene {
  return {
    shelves: model.shelves,
    geometry: model.geometry,
    groupStart: model.arrangement.groupStart,
    kinds,
  };
}

function lookOf(model: TileMapModel): TileLook {
  return makeLook(palette, model.geometry.pitch, model.pixelRatio, () => true);
}

function painted(model: TileMapModel, kinds: Uint8Array, scrollX: number, scrollY: number): PixelTarget {
  const { width, height } = model.frame;
  const target = makeTarget(new ArrayBuffer(width * height * 4), width, height);
  paintTiles(target, sceneOf(model, kinds), lookOf(model), scrollX, scrollY);
  return target;
}

/** The expected colour of a pixel, from the tile at its position. */
function expectedPixel(model: TileMapModel, look: TileLook, kinds: Uint8Array, x: number, y: number): number {
  const slot = model.slotAt(x, y);
  if (slot < 0) return look.background;
  const box = model.boxOf(slot);
  const [u, v] = [x - box.left, y - box.top];
  if (u >= look.tile || v >= look.tile) return look.background;
  const kind = kinds[slot] ?? 0;
  const sprite = look.sprites[kind];
  if (sprite) return sprite[v * look.tile + u] ?? -1;
  const [cornerX, cornerY] = [Math.min(u, look.tile - 1 - u), Math.min(v, look.tile - 1 - v)];
  if (cornerX < look.radius && cornerY < look.radius) {
    return look.corners[(kind * look.radius + cornerY) * look.radius + cornerX] ?? -1;
  }
  return look.ground[kind] ?? -1;
}

describe('paintTiles', () => {
  it('paints the expected colour at every pixel, for any view', () => {
    const mixtures = fc.constantFrom(1, 2, 9, KIND_CNT);
    fc.assert(
      fc.property(models, mixtures, fc.nat(400), fc.nat(400), (model, mixture, scrollX, scrollY) => {
        const kinds = model.kinds.map((_, slot) => (slot * slot + (slot >> 5)) % mixture);
        const { pixels, width, height } = painted(model, kinds, scrollX, scrollY);
        const look = lookOf(model);
        let wrong = 0;
        // Every pixel of a few lines: all lines of large windows would take minutes.
        for (let y = scrollY % 7; y < height; y += 7) {
          for (let x = 0; x < width; x++) {
            const expected = expectedPixel(model, look, kinds, x + scrollX, y + scrollY);
            if (pixels[y * width + x] !== expected) wrong++;
          }
        }
        expect(wrong).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it('leaves nothing of the previous frame', () => {
    const model = modelOf([300]);
    const target = makeTarget(new ArrayBuffer(640 * 480 * 4), 640, 480);
    paintTiles(target, sceneOf(model, model.kinds), lookOf(model), 0, 0);
    paintTiles(target, sceneOf(model, model.kinds), lookOf(model), 0, 100_000);
    expect(target.pixels.every((pixel) => pixel === packColour(palette.background))).toBe(true);
  });
});

describe('makeLook', () => {
  it.each([4, 5, 8, 14, 30, 60])(
    'distinguishes states without their colours on a tile of %d pixels',
    (pitch) => {
      const grey: Palette = {
        ...palette,
        ground: palette.ground.map(
          (_, kind): Rgb => (kind === KIND.unmonitored ? [250, 250, 250] : [90, 90, 90]),
        ),
        mark: palette.mark.map((): Rgb => [200, 200, 200]),
      };
      const look = makeLook(grey, pitch, 1, () => true);
      const states = [KIND.critical, KIND.warning, KIND.stale, KIND.normal, KIND.unmonitored];
      const plain = new Uint32Array(look.tile * look.tile).fill(look.ground[KIND.normal] ?? 0);
      const pictures = states.map((state) => (look.sprites[state] ?? plain).join());
      expect(new Set(pictures).size).toBe(states.length);
    },
  );

  it('draws only the marks that are needed', () => {
    const look = makeLook(palette, 20, 1, (kind) => kind === KIND.stale);
    expect(look.sprites.flatMap((sprite, kind) => (sprite ? [kind] : []))).toEqual([KIND.stale]);
  });
});
