import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COLUMN_CNT,
  compacted,
  freeArea,
  type GridArea,
  type GridItem,
  overlap,
  rowCnt,
  tidied,
  withArea,
  within,
} from './layout.ts';

function at(id: string, x: number, y: number, w: number, h: number): GridItem {
  return { id, area: { x, y, w, h } };
}

/** One line per widget, such as `a 0 0 6 4`. */
function drawn(items: readonly GridItem[]): string[] {
  return items.map(({ id, area: { x, y, w, h } }) => `${id} ${x} ${y} ${w} ${h}`);
}

function overlaps(items: readonly GridItem[]): string[] {
  return items.flatMap((one, index) =>
    items
      .slice(index + 1)
      .filter((other) => overlap(one.area, other.area))
      .map((other) => `${one.id} and ${other.id}`),
  );
}

const anyArea: fc.Arbitrary<GridArea> = fc.record({
  x: fc.integer({ min: -3, max: 14 }),
  y: fc.integer({ min: -2, max: 30 }),
  w: fc.integer({ min: -1, max: 15 }),
  h: fc.integer({ min: -1, max: 12 }),
});
const anyItems = fc
  .array(anyArea, { minLength: 1, maxLength: 14 })
  .map((areas) => areas.map((area, index) => ({ id: `w${index}`, area })));
const validItems = anyItems.map(tidied);

describe('withArea', () => {
  const row = [at('a', 0, 0, 6, 4), at('b', 6, 0, 6, 4), at('c', 0, 4, 12, 2)];

  const area = (x: number, y: number, w: number, h: number): GridArea => ({ x, y, w, h });

  it.each<[string, string, GridArea, string[]]>([
    ['a free area moves no other widget', 'c', area(0, 6, 12, 2), ['a 0 0 6 4', 'b 6 0 6 4', 'c 0 6 12 2']],
    ['a move down pushes the widgets below', 'a', area(0, 1, 6, 4), ['a 0 1 6 4', 'b 6 0 6 4', 'c 0 5 12 2']],
    [
      'a move sideways pushes the neighbour down',
      'a',
      area(3, 0, 6, 4),
      ['a 3 0 6 4', 'b 6 4 6 4', 'c 0 8 12 2'],
    ],
    ['a move up pushes the others down', 'c', area(0, 0, 12, 2), ['a 0 2 6 4', 'b 6 2 6 4', 'c 0 0 12 2']],
    [
      'a wider one pushes the neighbour down',
      'a',
      area(0, 0, 7, 4),
      ['a 0 0 7 4', 'b 6 4 6 4', 'c 0 8 12 2'],
    ],
    ['a move ends at the border', 'b', area(40, -4, 6, 4), ['a 0 0 6 4', 'b 6 0 6 4', 'c 0 4 12 2']],
  ])('%s', (_what, id, area, expected) => expect(drawn(withArea(row, id, area))).toEqual(expected));

  it('ignores an unknown widget', () =>
    expect(withArea(row, 'unknown', { x: 0, y: 0, w: 12, h: 9 })).toBe(row));

  it('gives the widget the area, cut to the grid; the others only move down, and none overlap', () => {
    fc.assert(
      fc.property(validItems, anyArea, fc.nat(), (items, area, pick) => {
        const id = items[pick % items.length]?.id ?? '';
        const moved = withArea(items, id, area);
        expect(moved.map((item) => item.id)).toEqual(items.map((item) => item.id));
        expect(overlaps(moved)).toEqual([]);
        for (const [index, item] of moved.entries()) {
          const before = items[index]?.area;
          if (item.id === id) expect(item.area).toEqual(within(area));
          else {
            expect(item.area).toEqual({ ...before, y: item.area.y });
            expect(item.area.y).toBeGreaterThanOrEqual(before?.y ?? 0);
          }
        }
      }),
    );
  });

  it('changes nothing if the widget gets its own area', () => {
    fc.assert(
      fc.property(validItems, fc.nat(), (items, pick) => {
        const one = items[pick % items.length];
        if (one) expect(withArea(items, one.id, one.area)).toEqual(items);
      }),
    );
  });
});

describe('saved positions', () => {
  it('are repaired: in the grid, no overlaps, all widgets; a second repair changes nothing', () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const repaired = tidied(items);
        expect(repaired.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
        expect(overlaps(repaired)).toEqual([]);
        for (const { area } of repaired) {
          expect(area.x).toBeGreaterThanOrEqual(0);
          expect(area.x + area.w).toBeLessThanOrEqual(COLUMN_CNT);
          expect(Math.min(area.w, area.h, area.y + 1)).toBeGreaterThanOrEqual(1);
        }
        expect(tidied(repaired)).toEqual(repaired);
      }),
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300, -1e300])('are inside the grid for %s', (value) => {
    const { x, y, w, h } = within({ x: value, y: value, w: value, h: value });
    expect([x, y, w, h].every((one) => Number.isInteger(one) && one >= 0 && one <= 400)).toBe(true);
  });
});

describe('closing gaps', () => {
  it('moves every widget up as far as possible', () => {
    const items = [at('a', 0, 3, 6, 2), at('b', 0, 9, 12, 2), at('c', 6, 4, 3, 1)];
    expect(drawn(compacted(items))).toEqual(['a 0 0 6 2', 'b 0 2 12 2', 'c 6 0 3 1']);
  });

  it('moves widgets only up, without overlaps; a second run changes nothing', () => {
    fc.assert(
      fc.property(validItems, (items) => {
        const closed = compacted(items);
        expect(overlaps(closed)).toEqual([]);
        expect(rowCnt(closed)).toBeLessThanOrEqual(rowCnt(items));
        for (const [index, { area }] of closed.entries()) {
          const before = items[index]?.area;
          expect(area).toEqual({ ...before, y: area.y });
          expect(area.y).toBeLessThanOrEqual(before?.y ?? 0);
        }
        expect(compacted(closed)).toEqual(closed);
      }),
    );
  });
});

describe('a new widget', () => {
  it('takes the first gap that is large enough', () => {
    const items = [at('a', 0, 0, 6, 4), at('b', 9, 0, 3, 4), at('c', 0, 4, 12, 2)];
    expect(freeArea(items, { w: 3, h: 4 })).toEqual({ x: 6, y: 0, w: 3, h: 4 });
    expect(freeArea(items, { w: 4, h: 2 })).toEqual({ x: 0, y: 6, w: 4, h: 2 });
    expect(freeArea([], { w: 12, h: 3 })).toEqual({ x: 0, y: 0, w: 12, h: 3 });
  });

  it('never overlaps an existing widget', () => {
    fc.assert(
      fc.property(
        validItems,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        (items, w, h) => {
          const area = freeArea(items, { w, h });
          expect(items.some((item) => overlap(item.area, area))).toBe(false);
        },
      ),
    );
  });
});
