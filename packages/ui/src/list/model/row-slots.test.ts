import { describe, expect, it } from 'vitest';
import { MOVES_A_FRAME, rowsToRender, slotOrder, slotsOf } from './row-slots.ts';

const rows = Array.from({ length: 40 }, (_, index) => ({
  slot: index % 32,
  index,
  row: { name: `row ${index}` },
}));
const nowhere = () => undefined;

describe('rowsToRender', () => {
  it('draws those in sight first, as many as the frame has room for', () => {
    const { turns, newCnt, isBehind } = rowsToRender(rows.slice(0, 30), nowhere, { first: 6, last: 24 }, 3);
    expect([...turns]).toEqual([6, 7, 8]);
    expect([newCnt, isBehind]).toEqual([3, true]);
  });

  it('keeps what is drawn, whatever its number, and goes on with the rest', () => {
    const drawn = new Map(rows.slice(0, 20).map(({ slot, row }) => [slot, row]));
    const inSight = { first: 0, last: 24 };
    const { turns, isBehind } = rowsToRender(rows.slice(0, 25), (slot) => drawn.get(slot), inSight, 5);
    expect([turns.size, isBehind]).toEqual([25, false]);
  });

  it('draws a row again that has become another', () => {
    const drawn = new Map(rows.slice(0, 20).map(({ slot, row }) => [slot, { ...row }]));
    const inSight = { first: 0, last: 19 };
    const { turns, isBehind } = rowsToRender(rows.slice(0, 20), (slot) => drawn.get(slot), inSight, 5);
    expect([turns.size, isBehind]).toEqual([5, true]);
  });

  it('draws nothing new where the frame is full', () => {
    const { turns, isBehind } = rowsToRender(rows, nowhere, { first: 0, last: 39 }, 0);
    expect([turns.size, isBehind]).toEqual([0, true]);
  });

  it('waits for nothing where rows are not loaded', () => {
    const unloaded = rows.map((one) => ({ ...one, row: undefined }));
    const { turns, isBehind } = rowsToRender(unloaded, nowhere, { first: 0, last: 39 }, 5);
    expect([turns.size, isBehind]).toEqual([0, false]);
  });
});

describe('slotsOf', () => {
  it('gives the slots of rows that went to those that come', () => {
    const first = slotsOf([0, 1, 2, 3], new Map());
    expect([...first.values()]).toEqual([0, 1, 2, 3]);
    expect(slotsOf([2, 3, 4, 5], first)).toEqual(
      new Map([
        [2, 2],
        [3, 3],
        [4, 0],
        [5, 1],
      ]),
    );
    expect([...slotsOf([90, 91, 92], first).values()]).toEqual([0, 1, 2]);
  });

  it('never gives two rows the same', () => {
    let slots = slotsOf([], new Map());
    for (const from of [0, 3, 50, 48, 10, 11, 200, 0]) {
      const indexes = Array.from({ length: 12 + (from % 3) }, (_, at) => from + at);
      slots = slotsOf([...indexes, 999], slots);
      expect(new Set(slots.values()).size).toBe(slots.size);
    }
  });
});

describe('slotOrder', () => {
  const slots = slotsOf([2, 3, 4, 5], slotsOf([0, 1, 2, 3], new Map()));

  it('leaves them where they stand as long as rows move', () => {
    expect(slotOrder(slots, [0, 1, 2, 3], true).order).toEqual([0, 1, 2, 3]);
    expect(slotOrder(slots, [3, 9, 0, 1], true).order).toEqual([3, 0, 1, 2]);
  });

  it('is that of the rows once they rest', () => {
    expect(slotOrder(slots, [0, 1, 2, 3], false)).toEqual({ order: [2, 3, 0, 1], isBehind: false });
  });

  it('moves a few at a time where many stand elsewhere, until all are in their place', () => {
    const many = new Map(Array.from({ length: 40 }, (_, index) => [index, (index * 7) % 40]));
    let standing = {
      order: Array.from({ length: 40 }, (_, slot) => slot) as readonly number[],
      isBehind: true,
    };
    let frameCnt = 0;
    while (standing.isBehind) {
      const next = slotOrder(many, standing.order, false);
      const moved = movedBetween(standing.order, next.order);
      expect(moved).toBeLessThanOrEqual(MOVES_A_FRAME);
      standing = next;
      frameCnt++;
    }
    expect(standing.order).toEqual([...many.values()]);
    expect(frameCnt).toBeGreaterThan(40 / MOVES_A_FRAME / 2);
  });
});

/** How many elements React moves: those that stood before one that is now in front of them. */
function movedBetween(before: readonly number[], after: readonly number[]): number {
  let last = -1;
  let movedCnt = 0;
  for (const slot of after) {
    const at = before.indexOf(slot);
    if (at < last) movedCnt++;
    else last = at;
  }
  return movedCnt;
}
