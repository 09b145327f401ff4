import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Frame, fitLayout, type GroupLayout, heightOf, keepLayout } from './group-layout.ts';

const FRAME: Frame = {
  width: 1000,
  height: 700,
  padding: 12,
  headerHeight: 24,
  groupGapX: 16,
  groupGapY: 6,
  minGroupWidth: 108,
  minPitch: 4,
  maxPitch: 48,
};

const sizesOf = fc
  .array(fc.nat(4000), { minLength: 1, maxLength: 40 })
  .map((sizes) => Int32Array.from(sizes));
const frames = fc.record({
  width: fc.integer({ min: 60, max: 4000 }),
  height: fc.integer({ min: 40, max: 3000 }),
});

function widthOfShelf(layout: GroupLayout, shelf: number, frame: Frame): number {
  const groups = [...layout.shelfOf.keys()].filter((group) => layout.shelfOf[group] === shelf);
  const tiles = groups.reduce((sum, group) => sum + (layout.columns[group] ?? 0) * layout.pitch, 0);
  return tiles + (groups.length - 1) * frame.groupGapX + 2 * frame.padding;
}

describe('fitLayout', () => {
  it('places every tile within the width, in the order of the groups', () => {
    fc.assert(
      fc.property(sizesOf, frames, (sizes, size) => {
        const frame = { ...FRAME, ...size };
        const layout = fitLayout(sizes, frame);
        for (const [group, count] of sizes.entries()) {
          const places = (layout.columns[group] ?? 0) * (layout.rows[group] ?? 0);
          expect(places).toBeGreaterThanOrEqual(count);
          const shelf = layout.shelfOf[group] ?? -1;
          expect(layout.rows[group]).toBeLessThanOrEqual(layout.shelfRows[shelf] ?? 0);
          expect(shelf).toBeGreaterThanOrEqual(layout.shelfOf[group - 1] ?? 0);
        }
        for (const shelf of layout.shelfRows.keys()) {
          expect(widthOfShelf(layout, shelf, frame)).toBeLessThanOrEqual(frame.width);
        }
      }),
    );
  });

  it('shows all tiles if the smallest tiles allow it, and uses only allowed sizes', () => {
    fc.assert(
      fc.property(sizesOf, (sizes) => {
        const layout = fitLayout(sizes, FRAME);
        const height = heightOf(layout, FRAME, layout.pitch);
        const smallest = fitLayout(sizes, { ...FRAME, maxPitch: FRAME.minPitch });
        if (heightOf(smallest, FRAME, FRAME.minPitch) <= FRAME.height) {
          expect(height).toBeLessThanOrEqual(FRAME.height);
        }
        expect(layout.pitch).toBeGreaterThanOrEqual(FRAME.minPitch);
        expect(layout.pitch).toBeLessThanOrEqual(FRAME.maxPitch);
      }),
    );
  });

  it.each([
    ['few objects', [5], 48],
    ['the most objects that fit', [100_000], 4],
  ])('uses the largest or smallest tiles: %s', (_name, sizes, pitch) => {
    expect(fitLayout(Int32Array.from(sizes), FRAME).pitch).toBe(pitch);
  });

  it('puts small groups side by side', () => {
    const layout = fitLayout(new Int32Array(60).fill(10), FRAME);
    expect(layout.shelfRows.length).toBeLessThan(20);
  });

  it('does not use the smallest tiles if the headers take most of the space', () => {
    const layout = fitLayout(new Int32Array(400).fill(8), FRAME);
    expect(heightOf(layout, FRAME, layout.pitch)).toBeGreaterThan(FRAME.height);
    expect(layout.pitch).toBeGreaterThan(FRAME.minPitch);
  });

  it('has no shelves without groups', () => {
    expect(fitLayout(new Int32Array(0), FRAME).shelfRows.length).toBe(0);
  });
});

describe('keepLayout', () => {
  const sizes = Int32Array.of(1600, 900, 300);
  const layout = fitLayout(sizes, FRAME);

  it('keeps the position of every group when some objects are added or removed', () => {
    const adapted = keepLayout(layout, Int32Array.of(1603, 890, 300), FRAME);
    expect(adapted?.columns).toEqual(layout.columns);
    expect(adapted?.pitch).toBe(layout.pitch);
  });

  it.each([
    ['an additional group', [1600, 900, 300, 1]],
    ['a group that doubled', [3200, 900, 300]],
    ['most objects removed', [200, 100, 30]],
  ])('returns undefined for a new layout: %s', (_name, next) => {
    expect(keepLayout(layout, Int32Array.from(next), FRAME)).toBeUndefined();
  });

  it('has room for every tile in any adapted layout', () => {
    fc.assert(
      fc.property(sizesOf, fc.array(fc.integer({ min: -50, max: 50 })), (before, changes) => {
        const after = before.map((size, group) => Math.max(0, size + (changes[group] ?? 0)));
        const adapted = keepLayout(fitLayout(before, FRAME), after, FRAME);
        for (const [group, count] of adapted ? after.entries() : []) {
          expect((adapted?.columns[group] ?? 0) * (adapted?.rows[group] ?? 0)).toBeGreaterThanOrEqual(count);
        }
      }),
    );
  });
});
