import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchScore } from './match-score.ts';
import { StringTable } from './string-table.ts';
import { TextMatches } from './text-matches.ts';

const text = fc.oneof(fc.constantFrom('web', 'Web-1', 'WEB', 'a-web', 'İ', ''), fc.string({ maxLength: 3 }));
const steps = fc.array(fc.tuple(fc.constantFrom('come', 'go', 'look'), text), { size: 'max', maxLength: 80 });

describe('text matches', () => {
  it('are correct after any order of additions, removals and searches', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const strings = new StringTable();
        const matches = new TextMatches(strings);
        const held = new Map<number, string>();
        for (const [what, own] of taken) {
          if (what === 'come' && strings.find(own) === 0) held.set(strings.take(own), own);
          const ref = strings.find(own);
          if (what === 'go' && held.has(ref)) {
            held.delete(ref);
            strings.release(ref);
          }
          if (what !== 'look') continue;
          const scores = matches.of(own);
          for (const [known, name] of held) {
            expect(scores[known]).toBe(matchScore(name.toLowerCase(), own.toLowerCase()));
          }
        }
      }),
    );
  });

  it('are correct after more new texts than the cache tracks one by one', () => {
    const strings = new StringTable();
    const matches = new TextMatches(strings);
    matches.of('pod-19999');
    const refs = Array.from({ length: 20_000 }, (_, at) => strings.take(`pod-${at}`));
    const scores = matches.of('pod-19999');
    expect(refs.filter((ref) => (scores[ref] ?? -1) >= 0)).toEqual([strings.find('pod-19999')]);
  });
});
