import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DerivedState } from '../tables/derived-state.ts';
import { newLiveTables } from '../tables/live-tables.ts';
import { BLOCK_CNT } from '../tables/slots.ts';
import type { Part, SortKey } from './order.ts';
import { PageSelection } from './page-selection.ts';

const OBJECT_CNT = 6 * BLOCK_CNT;

/** The key of a slot in two parts. Lower: before most others. */
const firstKeys: Readonly<Record<string, (slot: number) => number>> = {
  'all different, in no order': (slot) => (slot * 7919) % OBJECT_CNT,
  'each before all earlier ones': (slot) => -slot,
  'each behind all earlier ones': (slot) => slot,
  'all equal': () => 3,
  'of a few values': (slot) => (slot * 31) % 4,
  'mostly unknown': (slot) => (slot % 997 === 5 ? slot : Number.POSITIVE_INFINITY),
};

function partOf(): Part {
  const tables = newLiveTables(false);
  return { readers: {}, derived: new DerivedState(tables, 0), ranks: () => new Float64Array() };
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
}

it.each(Object.entries(firstKeys))(
  'a page of objects whose keys are %s equals a full sort',
  (_, firstKey) => {
    const parts = [partOf(), partOf()];
    const keysOf = (part: Part, slot: number) => {
      const own = parts.indexOf(part) * OBJECT_CNT + slot;
      return [firstKey(slot), (own * 104_729) % 11, -own];
    };
    const sortKeys = [0, 1, 2].map(
      (index): SortKey =>
        (into, slots, part) => {
          for (const [at, slot] of slots.entries()) into[at] = keysOf(part, slot)[index] ?? 0;
        },
    );
    const sorted = parts
      .flatMap((part) =>
        Array.from({ length: OBJECT_CNT }, (_, slot) => ({ part, slot, keys: keysOf(part, slot) })),
      )
      .sort((a, b) => compare(a.keys, b.keys));
    fc.assert(
      fc.property(
        fc.oneof(fc.nat(500), fc.nat(2 * OBJECT_CNT + 10)),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: BLOCK_CNT }),
        (from, cnt, blockCnt) => {
          const selection = new PageSelection(sortKeys, from, from + cnt);
          for (const part of parts) {
            for (let slot = 0; slot < OBJECT_CNT; slot += blockCnt) {
              const length = Math.min(blockCnt, OBJECT_CNT - slot);
              selection.add(
                part,
                Int32Array.from({ length }, (_, at) => slot + at),
              );
            }
          }
          const expected = sorted.slice(from, from + cnt);
          const page = selection.page();
          expect(page.map(({ slot }) => slot)).toEqual(expected.map(({ slot }) => slot));
          expect(page.every(({ part }, at) => part === expected[at]?.part)).toBe(true);
        },
      ),
      { numRuns: 2 },
    );
  },
);
