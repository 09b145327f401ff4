import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelOf, models } from '../testing/models.ts';
import { TILE_CLASS, TILE_CLASS_CNT } from '../tile-class.ts';
import type { TileMapModel } from '../tile-map-model.ts';
import { type PixelTarget, paintTiles, type TileScene } from './paint-tiles.ts';
import { type Palette, packColour, type Rgb } from './palette.ts';
import { makeAppearance, type TileAppearance } from './tile-appearance.ts';

const palette: Palette = {
  background: [250, 250, 250],
  ground: Array.from(
    { length: TILE_CLASS_CNT },
    (_, tileClass): Rgb => [tileClass * 3, 40 + tileClass, 200 - tileClass],
  ),
  mark: Array.from({ length: TILE_CLASS_CNT }, (_, tileClass): Rgb => [10, tileClass, 10]),
  ink: [],
  header: '',
  headerNote: '',
};

function sceneOf({ layout, geometry, arrangement }: TileMapModel, tileClasses: Uint8Array): TileScene {
  return { layout, geometry, groupStart: arrangement.groupStart, tileClasses };
}

function appearanceOf(model: TileMapModel): TileAppearance {
  return makeAppearance(palette, model.geometry.pitch, model.pixelRatio);
}

function painted(model: TileMapModel, tileClasses: Uint8Array, x: number, y: number): PixelTarget {
  const { width, height } = model.frame;
  const target = { pixels: new Uint32Array(width * height), width, height };
  paintTiles(target, sceneOf(model, tileClasses), appearanceOf(model), x, y);
  return target;
}

/** The expected colour of a pixel, from the tile at its position. */
function expectedPixel(
  model: TileMapModel,
  appearance: TileAppearance,
  tileClasses: Uint8Array,
  x: number,
  y: number,
): number {
  const slot = model.slotAt(x, y);
  if (slot < 0) return appearance.background;
  const box = model.boxOf(slot);
  const [u, v] = [x - box.left, y - box.top];
  if (u >= appearance.tile || v >= appearance.tile) return appearance.background;
  return appearance.pixelsOf(tileClasses[slot] ?? 0)[v * appearance.tile + u] ?? -1;
}

describe('paintTiles', () => {
  it('paints the expected colour at every pixel, for any view', () => {
    const mixtures = fc.constantFrom(1, 2, 9, TILE_CLASS_CNT);
    fc.assert(
      fc.property(models, mixtures, fc.nat(400), fc.nat(400), (model, mixture, scrollX, scrollY) => {
        const tileClasses = model.tileClasses.map((_, slot) => (slot * slot + (slot >> 5)) % mixture);
        const { pixels, width, height } = painted(model, tileClasses, scrollX, scrollY);
        const appearance = appearanceOf(model);
        let wrong = 0;
        // Every pixel of a few lines: all lines of large windows would take minutes.
        for (let y = scrollY % 29; y < height; y += 29) {
          for (let x = 0; x < width; x++) {
            const expected = expectedPixel(model, appearance, tileClasses, x + scrollX, y + scrollY);
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
    const target = { pixels: new Uint32Array(640 * 480), width: 640, height: 480 };
    paintTiles(target, sceneOf(model, model.tileClasses), appearanceOf(model), 0, 0);
    paintTiles(target, sceneOf(model, model.tileClasses), appearanceOf(model), 0, 100_000);
    expect(target.pixels.every((pixel) => pixel === packColour(palette.background))).toBe(true);
  });
});

describe('makeAppearance', () => {
  it.each([4, 5, 8, 14, 30, 60])(
    'distinguishes states without their colours on a tile of %d pixels',
    (pitch) => {
      const grey: Palette = {
        ...palette,
        ground: palette.ground.map(
          (_, tileClass): Rgb => (tileClass === TILE_CLASS.unmonitored ? [250, 250, 250] : [90, 90, 90]),
        ),
        mark: palette.mark.map((): Rgb => [200, 200, 200]),
      };
      const appearance = makeAppearance(grey, pitch, 1);
      const { critical, warning, stale, normal, unmonitored } = TILE_CLASS;
      const states = [critical, warning, stale, normal, unmonitored];
      const pictures = states.map((state) => appearance.pixelsOf(state).join());
      expect(new Set(pictures).size).toBe(states.length);
    },
  );

  it('draws a tile without a mark in its colour, with corners that fade into the background', () => {
    const { tile, radius, background, pixelsOf } = makeAppearance(palette, 40, 1);
    const pixels = pixelsOf(TILE_CLASS.normal);
    const ground = packColour(palette.ground[TILE_CLASS.normal] ?? palette.background);
    const others = [...pixels.keys()].filter((pixel) => pixels[pixel] !== ground);
    expect(pixels[0]).toBe(background);
    expect([ground, background]).not.toContain(pixels[1]);
    for (const pixel of others) {
      const [x, y] = [pixel % tile, Math.floor(pixel / tile)];
      expect(Math.max(Math.min(x, tile - 1 - x), Math.min(y, tile - 1 - y))).toBeLessThan(radius);
    }
  });
});
