import { assignSlots } from '@gwanje/ui/slots';
import { describe, expect, it } from 'vitest';
import { MOVES_PER_FRAME, rowsToRender, slotOrder } from './row-slots.ts';

const rowAt = (index: number) => ({ slot: index % 32, index, row: { name: `row ${index}` } });
const rows = Array.from({ length: 40 }, (_, index) => rowAt(index));
const noSlot = () => undefined;

describe('rowsToRender', () => {
  it("renders visible rows first, up to the frame's limit", () => {
    const { turns, newCnt, isBehind } = rowsToRender(rows.slice(0, 30), noSlot, { first: 6, last: 24 }, 3);
    expect([...turns]).toEqual([6, 7, 8]);
    expect([newCnt, isBehind]).toEqual([3, true]);
  });

  it('keeps all rendered rows and adds more', () => {
    const drawn = new Map(rows.slice(0, 20).map(({ slot, row }) => [slot, row]));
    const visibleRange = { first: 0, last: 24 };
    const { turns, isBehind } = rowsToRender(rows.slice(0, 25), (slot) => drawn.get(slot), visibleRange, 5);
    expect([turns.size, isBehind]).toEqual([25, false]);
  });

  it('renders a changed row again', () => {
    const drawn = new Map(rows.slice(0, 20).map(({ slot, row }) => [slot, { ...row }]));
    const visibleRange = { first: 0, last: 19 };
    const { turns, isBehind } = rowsToRender(rows.slice(0, 20), (slot) => drawn.get(slot), visibleRange, 5);
    expect([turns.size, isBehind]).toEqual([5, true]);
  });

  it('renders no new row in a full frame', () => {
    const { turns, isBehind } = rowsToRender(rows, noSlot, { first: 0, last: 39 }, 0);
    expect([turns.size, isBehind]).toEqual([0, true]);
  });

  it('does not wait for rows that are not loaded', () => {
    const unloaded = rows.map((one) => ({ ...one, row: undefined }));
    const { turns, isBehind } = rowsToRender(unloaded, noSlot, { first: 0, last: 39 }, 5);
    expect([turns.size, isBehind]).toEqual([0, false]);
  });
});

describe('assignSlots', () => {
  it('gives new rows the slots of removed rows', () => {
    const first = assignSlots([0, 1, 2, 3], new Map());
    expect([...first.values()]).toEqual([0, 1, 2, 3]);
    const slots = assignSlots([2, 3, 4, 5], first);
    expect([2, 3, 4, 5].map((index) => slots.get(index))).toEqual([2, 3, 0, 1]);
    expect(slots.size).toBe(4);
    expect([...assignSlots([90, 91, 92], first).values()]).toEqual([0, 1, 2]);
  });

  it('never gives two rows the same slot', () => {
    let slots = assignSlots<number>([], new Map());
    for (const from of [0, 3, 50, 48, 10, 11, 200, 0]) {
      const indexes = Array.from({ length: 12 + (from % 3) }, (_, at) => from + at);
      slots = assignSlots([...indexes, 999], slots);
      expect(new Set(slots.values()).size).toBe(slots.size);
    }
  });
});

describe('slotOrder', () => {
  const slots = assignSlots([2, 3, 4, 5], assignSlots([0, 1, 2, 3], new Map()));

  it('stays the same while rows move', () => {
    expect(slotOrder(slots, [0, 1, 2, 3], true).order).toEqual([0, 1, 2, 3]);
    expect(slotOrder(slots, [3, 9, 0, 1], true).order).toEqual([3, 0, 1, 2]);
  });

  it('is the order of the rows at rest', () =>
    expect(slotOrder(slots, [0, 1, 2, 3], false)).toEqual({ order: [2, 3, 0, 1], isBehind: false }));

  it('moves a few slots per frame until all are in order', () => {
    const many = new Map(Array.from({ length: 40 }, (_, index) => [index, (index * 7) % 40]));
    const order: readonly number[] = Array.from({ length: 40 }, (_, slot) => slot);
    let standing = { order, isBehind: true };
    let frameCnt = 0;
    while (standing.isBehind) {
      const next = slotOrder(many, standing.order, false);
      expect(movedBetween(standing.order, next.order)).toBeLessThanOrEqual(MOVES_PER_FRAME);
      standing = next;
      frameCnt++;
    }
    expect(standing.order).toEqual([...many.values()]);
    expect(frameCnt).toBeGreaterThan(40 / MOVES_PER_FRAME / 2);
  });
});

/** How many elements React moves: those that were before an element that is now before them. */
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
