import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { radixSort } from '../columns/radix-sort.ts';
import { StringTable } from '../columns/string-table.ts';
import { TextRanks } from '../columns/text-ranks.ts';
import { upTo } from '../tables/slots.ts';
import { selectRange } from './select.ts';
import { timeText } from './time-text.ts';

const few = fc.constantFrom(0, -0, 1, -1, 2.5, -1e300, 1e-300, Number.POSITIVE_INFINITY);
const keys = fc.array(fc.oneof(few, fc.double({ noNaN: true })), { maxLength: 300, size: 'max' });

describe('sorting', () => {
  it('by radix sort equals a stable sort by comparison', () => {
    fc.assert(
      fc.property(keys, (values) => {
        const expected = [...values.keys()].sort((a, b) => compare(values[a], values[b]) || a - b);
        expect([...radixSort(upTo(values.length), Float64Array.from(values))]).toEqual(expected);
      }),
    );
  });

  it('a range gives the same result as sorting everything', () => {
    fc.assert(
      fc.property(keys, fc.nat(300), fc.nat(50), (values, from, cnt) => {
        const expected = [...values.keys()]
          .sort((a, b) => compare(values[a], values[b]) || b - a)
          .slice(from, from + cnt);
        const byValue = (positions: Uint32Array = upTo(values.length)) =>
          Float64Array.from(positions, (position) => values[position] ?? 0);
        const lastFirst = (positions: Uint32Array = upTo(values.length)) =>
          Float64Array.from(positions, (position) => -position);
        expect(selectRange(values.length, from, from + cnt, [byValue, lastFirst])).toEqual(expected);
      }),
    );
  });

  it.each<[what: string, makeValue: (at: number) => number]>([
    ['of which many are equal', (at) => (at * 7919) % (at % 3 === 0 ? 5 : 9000)],
    ['that are all equal', () => 3],
    ['of which a few are lower', (at) => (at % 500 === 7 ? 1 : 3)],
    ['of which a few are unknown', (at) => (at % 500 === 7 ? Number.POSITIVE_INFINITY : 3)],
    ['of two kinds', (at) => (at % 2 === 0 ? 1 : 2)],
  ])('a range gives the same result for many values %s', (_, makeValue) => {
    const values = Array.from({ length: 20_000 }, (_, at) => makeValue(at));
    const byValue = (positions: Uint32Array = upTo(values.length)) =>
      Float64Array.from(positions, (position) => values[position] ?? 0);
    const lastFirst = (positions: Uint32Array = upTo(values.length)) =>
      Float64Array.from(positions, (position) => -position);
    const sorted = [...values.keys()].sort((a, b) => compare(values[a], values[b]) || b - a);
    for (const from of [0, 10, 1300, 6600, 9980, 12_345, 19_990]) {
      expect(selectRange(values.length, from, from + 50, [byValue, lastFirst])).toEqual(
        sorted.slice(from, from + 50),
      );
    }
  });

  it('formats times like Date does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (ms) => {
        expect(timeText(ms)).toBe(new Date(ms).toISOString());
      }),
    );
    expect(timeText(Number.NaN)).toBeNull();
    expect(timeText(1e300)).toBeNull();
  });
});

describe('texts', () => {
  const text = fc.oneof(
    fc.constantFrom('a', 'A', 'b', 'ab', 'AB', '가', 'İ', ''),
    fc.string({ maxLength: 4 }),
  );
  const steps = fc.array(fc.tuple(text, fc.boolean()), { maxLength: 60, size: 'max' });

  it('rank by their lower-cased code units after any additions and removals', () => {
    fc.assert(
      fc.property(steps, fc.nat(60), (taken, askAt) => {
        const strings = new StringTable();
        const ranks = new TextRanks(strings);
        const held = new Map<string, number>();
        for (const [at, [own, isTaken]] of taken.entries()) {
          if (isTaken) held.set(own, (held.get(own) ?? 0) + 1);
          const cnt = held.get(own) ?? 0;
          if (isTaken) strings.take(own);
          else if (cnt > 0) {
            strings.release(strings.find(own));
            held.set(own, cnt - 1);
          }
          if (at === askAt) ranks.ranks();
        }
        const texts = [...held].filter(([, cnt]) => cnt > 0).map(([own]) => own);
        const byRank = ranks.ranks();
        const rankOf = (own: string) => byRank[strings.find(own)] ?? 0;
        for (const a of texts) {
          expect(strings.text(strings.find(a))).toBe(a);
          for (const b of texts) {
            const expected = compare(a.toLowerCase(), b.toLowerCase());
            expect(compare(rankOf(a), rankOf(b))).toBe(expected);
          }
        }
      }),
    );
  });

  it('rank correctly when each new text is inserted at the same position', () => {
    const strings = new StringTable();
    const ranks = new TextRanks(strings);
    const refs = ['a', 'b'].map((own) => strings.take(own));
    for (let at = 0; at < 300; at++) {
      // Each new text is right before "b" and after all earlier ones.
      refs.splice(-1, 0, strings.take(`a${'z'.repeat(at + 1)}`));
      const byRank = ranks.ranks();
      const order = refs.map((ref) => byRank[ref] ?? 0);
      expect(order.every((rank, position) => rank > (order[position - 1] ?? 0))).toBe(true);
    }
  });

  it('need no more space after any number of additions and removals', () => {
    const strings = new StringTable();
    const ranks = new TextRanks(strings);
    for (let day = 0; day < 50; day++) {
      const refs = Array.from({ length: 500 }, (_, at) => strings.take(`Pod-${day}-${at}`));
      ranks.ranks();
      for (const ref of refs) strings.release(ref);
    }
    expect(strings.size).toBe(0);
    // Each text also has its lower-cased form in the table.
    expect(strings.end).toBeLessThanOrEqual(2 * 500 + 1);
  });
});

function compare<Value extends number | string>(a: Value | undefined, b: Value | undefined): number {
  if (a === undefined || b === undefined || a === b) return 0;
  return a < b ? -1 : 1;
}
