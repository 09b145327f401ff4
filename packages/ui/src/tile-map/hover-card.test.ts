import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardPosition } from './hover-card.tsx';

const WINDOW = { width: 1440, height: 900 };
const CARD = { width: 280, height: 180 };

describe('cardPosition', () => {
  it.each([
    ['below and to the right', 100, 100, { x: 120, y: 120 }],
    ['to the left at the right edge', 1400, 100, { x: 1110, y: 120 }],
    ['above at the lower edge', 100, 880, { x: 120, y: 690 }],
  ])('is %s', (_name, left, top, expected) => {
    expect(cardPosition({ left, top, width: 10, height: 10 }, CARD, WINDOW)).toEqual(expected);
  });

  it('is never outside the window, and never over the tile if the window has room beside it', () => {
    const tiles = fc.record({
      left: fc.integer({ min: 0, max: 1400 }),
      top: fc.integer({ min: 0, max: 860 }),
      width: fc.integer({ min: 3, max: 40 }),
      height: fc.integer({ min: 3, max: 40 }),
    });
    const cards = fc.record({
      width: fc.integer({ min: 20, max: 600 }),
      height: fc.integer({ min: 20, max: 800 }),
    });
    fc.assert(
      fc.property(tiles, cards, (tile, card) => {
        const { x, y } = cardPosition(tile, card, WINDOW);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(x + card.width).toBeLessThanOrEqual(WINDOW.width);
        expect(y + card.height).toBeLessThanOrEqual(WINDOW.height);
        const overlaps =
          x < tile.left + tile.width &&
          x + card.width > tile.left &&
          y < tile.top + tile.height &&
          y + card.height > tile.top;
        expect(overlaps).toBe(false);
      }),
    );
  });
});
