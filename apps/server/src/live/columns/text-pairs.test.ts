import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StringTable } from './string-table.ts';
import { pairsOf } from './text-pairs.ts';

const someText = fc.string({ unit: 'binary', maxLength: 40 });

function refsWith(strings: StringTable, part: string): number[] {
  const refs: number[] = [];
  strings.eachThatMayHave(pairsOf(part), 1, strings.end, (ref) => refs.push(ref));
  return refs;
}

describe('the character pairs of a text', () => {
  it('always match a part of the text, in any case, also after a ref was reused', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(someText, fc.nat(), fc.nat())), (texts) => {
        const strings = new StringTable();
        for (const [text, from, length] of texts) {
          const ref = strings.take(text);
          const lower = strings.lower(ref);
          const first = from % (lower.length + 1);
          const part = lower.slice(first, first + (length % 12));
          expect(refsWith(strings, part)).toContain(ref);
          strings.release(ref);
        }
      }),
    );
  });

  it('exclude nearly all other texts', () => {
    const strings = new StringTable();
    const refs = Array.from({ length: 1000 }, (_, at) => strings.take(`checkout-${at}-7d9f8b6c5d-x2k4p`));
    expect(refs).toHaveLength(1000);
    expect(refsWith(strings, 'payment')).toEqual([]);
  });
});
