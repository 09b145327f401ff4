import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrange, groupSizes, indexOfId } from './tile-data.ts';

function groups(count: number) {
  return Array.from({ length: count }, (_, id) => ({ id, name: `g${id}`, count: 0 }));
}

describe('arrange', () => {
  it('puts objects of one group together and keeps their order', () => {
    const { indexOfSlot, slotOfIndex, groupStart } = arrange({ groupOf: [1, 0, 1, 0], groups: groups(2) });
    expect([...indexOfSlot]).toEqual([1, 3, 0, 2]);
    expect([...slotOfIndex]).toEqual([2, 0, 3, 1]);
    expect([...groupStart]).toEqual([0, 2, 4]);
  });

  it('leaves out objects of groups that do not exist', () => {
    const groupOf = [0, 7, -1, 0.5, Number.NaN, 0];
    const { indexOfSlot, slotOfIndex } = arrange({ groupOf, groups: groups(1) });
    expect([...indexOfSlot]).toEqual([0, 5]);
    expect([...slotOfIndex]).toEqual([0, -1, -1, -1, -1, 1]);
  });

  it('gives every object one slot in its group', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5)), (groupOf) => {
        const { indexOfSlot, slotOfIndex, groupStart } = arrange({ groupOf, groups: groups(6) });
        expect(groupSizes(groupStart).reduce((sum, size) => sum + size, 0)).toBe(groupOf.length);
        for (const [index, group] of groupOf.entries()) {
          const slot = slotOfIndex[index] ?? -1;
          expect(indexOfSlot[slot]).toBe(index);
          expect(slot).toBeGreaterThanOrEqual(groupStart[group] ?? 0);
          expect(slot).toBeLessThan(groupStart[group + 1] ?? 0);
        }
      }),
    );
  });
});

describe('indexOfId', () => {
  it('finds an object, or returns -1', () => {
    expect(indexOfId(Int32Array.of(4, 9, 2), 9)).toBe(1);
    expect(indexOfId([], 9)).toBe(-1);
  });
});
