import { describe, expect, it } from 'vitest';
import { ROWS_A_FRAME, rowTurns } from './row-turns.ts';

const rows = Array.from({ length: 40 }, (_, index) => ({
  slot: index % 32,
  index,
  row: { name: `row ${index}` },
}));
const nowhere = () => undefined;

describe('rowTurns', () => {
  it('draws those in sight first, as many as a frame has time for', () => {
    const { turns, isBehind } = rowTurns(rows.slice(0, 30), nowhere, { first: 6, last: 24 });
    expect([...turns]).toEqual(Array.from({ length: ROWS_A_FRAME }, (_, at) => 6 + at));
    expect(isBehind).toBe(true);
  });

  it('keeps what is drawn, whatever its number, and goes on with the rest', () => {
    const drawn = new Map(rows.slice(0, 20).map(({ slot, row }) => [slot, row]));
    const { turns, isBehind } = rowTurns(rows.slice(0, 25), (slot) => drawn.get(Number(slot)), {
      first: 0,
      last: 24,
    });
    expect([turns.size, isBehind]).toEqual([25, false]);
  });

  it('draws a row again that has become another', () => {
    const drawn = new Map(rows.slice(0, 20).map(({ slot, row }) => [slot, { ...row }]));
    const { turns, isBehind } = rowTurns(rows.slice(0, 20), (slot) => drawn.get(Number(slot)), {
      first: 0,
      last: 19,
    });
    expect([turns.size, isBehind]).toEqual([ROWS_A_FRAME, true]);
  });

  it('waits for nothing where rows are not loaded', () => {
    const unloaded = rows.map((one) => ({ ...one, row: undefined }));
    const { turns, isBehind } = rowTurns(unloaded, nowhere, { first: 0, last: 39 });
    expect([turns.size, isBehind]).toEqual([0, false]);
  });
});
