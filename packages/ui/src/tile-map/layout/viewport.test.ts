import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesFit } from '../paint/label-text.ts';
import { modelOf, models } from '../testing/models.ts';
import { clampScroll, pixelRatioFor, revealScroll } from './viewport.ts';

describe('zooming', () => {
  it('keeps the tile under the pointer in its position', () => {
    fc.assert(
      fc.property(models, fc.nat(), fc.constantFrom(1, -1), (model, pick, direction) => {
        fc.pre(model.slotCnt > 0);
        const slot = pick % model.slotCnt;
        const { left, top, width, height } = model.boxOf(slot);
        const moved = model.zoomStep(direction, { x: left + width / 2, y: top + height / 2 });
        expect(model.slotAt(moved.x, moved.y)).toBe(slot);
      }),
    );
  });

  it('is limited: out to the whole map, in to readable tiles', () => {
    fc.assert(
      fc.property(models, (model) => {
        for (let step = 0; step < 40; step++) model.zoomBy(1.5, { x: 0, y: 0 });
        expect(model.canZoomIn).toBe(false);
        expect(model.geometry.pitch).toBe(72);
        for (let step = 0; step < 40; step++) model.zoomBy(0.6, { x: 0, y: 0 });
        expect(model.isZoomed).toBe(false);
        expect(model.geometry.pitch).toBe(model.layout.pitch);
      }),
      { numRuns: 20 },
    );
  });

  it('adds up small wheel movements until they make a step', () => {
    fc.assert(
      fc.property(models, (model) => {
        fc.pre(model.canZoomIn);
        const before = model.geometry.pitch;
        for (let turn = 0; turn < 200; turn++) model.zoomBy(1.01, { x: 0, y: 0 });
        expect(model.geometry.pitch).toBeGreaterThan(before);
      }),
      { numRuns: 20 },
    );
  });
});

describe('clampScroll', () => {
  it.each([
    [-5, 100, 50, 0],
    [20, 100, 50, 20],
    [80, 100, 50, 50],
    [10, 30, 50, 0],
  ])('keeps %d within %d long content in a view of %d', (scroll, content, view, expected) => {
    expect(clampScroll(scroll, content, view)).toBe(expected);
  });
});

describe('revealScroll', () => {
  it.each([
    ['does not scroll if the tile is visible', 100, 150, 160, 100],
    ['scrolls up to a tile above, below the sticky header', 100, 90, 100, 70],
    ['scrolls up to a tile that the sticky header covers', 100, 110, 120, 90],
    ['scrolls down only as far as needed', 100, 295, 310, 110],
    ['shows the start of a tile that is larger than the view', 100, 150, 400, 130],
  ])('%s', (_name, scroll, start, end, expected) => {
    expect(revealScroll(scroll, start, end, 200, 20)).toBe(expected);
  });
});

describe('pixelRatioFor', () => {
  it.each([
    ['1 on a standard screen', 1, 1000, 800, 1],
    ['2 on a high-density screen', 2, 1000, 800, 2],
    ['at most 3', 4, 400, 300, 3],
    ['at least 1 in a zoomed-out browser', 0.5, 1000, 800, 1],
    ['1 if the canvas would have too many pixels', 2, 3840, 2160, 1],
  ])('%s', (_name, device, width, height, expected) => {
    expect(pixelRatioFor(device, width, height)).toBe(expected);
  });
});

it('on a wallboard few objects have larger tiles with larger names, and can still be zoomed', () => {
  const desk = modelOf([30], 1400, 500);
  const wall = modelOf([30], 2800, 1200);
  expect([desk.geometry.pitch, wall.geometry.pitch]).toEqual([48, 70]);
  const fontOf = ({ geometry }: typeof desk) => namesFit(geometry.tile, 1)?.fontSize ?? 0;
  expect(fontOf(wall)).toBeGreaterThan(fontOf(desk));
  expect(wall.canZoomIn).toBe(true);
});
