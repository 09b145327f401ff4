import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchScore } from './match-score.ts';
import { StringTable } from './string-table.ts';
import { TextMatches } from './text-matches.ts';

const text = fc.oneof(fc.constantFrom('web', 'Web-1', 'WEB', 'a-web', 'İ', ''), fc.string({ maxLength: 3 }));
const steps = fc.array(fc.tuple(fc.constantFrom('add', 'remove', 'search'), text), {
  size: 'max',
  maxLength: 80,
});

describe('text matches', () => {
  it('are correct after any order of additions, removals and searches', () => {
    fc.assert(
      fc.property(steps, (actions) => {
        const strings = new StringTable();
        const matches = new TextMatches(strings);
        const held = new Map<number, string>();
        for (const [action, value] of actions) {
          if (action === 'add' && strings.find(value) === 0) held.set(strings.take(value), value);
          const ref = strings.find(value);
          if (action === 'remove' && held.has(ref)) {
            held.delete(ref);
            strings.release(ref);
          }
          if (action !== 'search') continue;
          const scores = matches.of(value);
          for (const [known, name] of held) {
            expect(scores[known]).toBe(matchScore(name.toLowerCase(), value.toLowerCase()));
          }
        }
      }),
    );
  });

  it('are correct when texts come and go while a search is prepared', async () => {
    const strings = new StringTable();
    const matches = new TextMatches(strings);
    const refs = Array.from({ length: 200_000 }, (_, at) => strings.take(`pod-${at}`));
    const prepared = matches.prepare('d-1999');
    // New texts reuse the refs of removed ones: one that is scored already, one that is not.
    for (const ref of [refs[0], refs[199_901]]) strings.release(ref ?? 0);
    for (const text of ['POD-1999x', 'other', 'new-pod-1999']) strings.take(text);
    await Promise.all([prepared, matches.prepare('D-1999')]);
    const scores = matches.of('d-1999');
    const wrong = Array.from({ length: strings.end }, (_, ref) => ref).filter(
      (ref) => strings.isHeld(ref) && scores[ref] !== matchScore(strings.lower(ref), 'd-1999'),
    );
    expect(wrong).toEqual([]);
    expect(scores[strings.find('new-pod-1999')]).toBeGreaterThan(0);
  });

  it('lets others run while a search is prepared', async () => {
    const strings = new StringTable();
    const matches = new TextMatches(strings);
    for (let at = 0; at < 50_000; at++) strings.take(`pod-${at}`);
    const isDone = matches.prepare('p', 0).then(() => 'search');
    const hasRun = new Promise((resolve) => setImmediate(() => resolve('other')));
    expect(await Promise.race([isDone, hasRun])).toBe('other');
    await isDone;
  });

  it('are correct for more searches than the cache has space for', async () => {
    const strings = new StringTable();
    const matches = new TextMatches(strings);
    const refs = Array.from({ length: 100 }, (_, at) => strings.take(`pod-${at}`));
    const wanted = Array.from({ length: 30 }, (_, at) => `${at}`);
    await Promise.all(wanted.map((text) => matches.prepare(text, 0)));
    // A list with many text conditions uses the scores of all of them at once.
    const scores = wanted.map((text) => matches.of(text));
    for (const [index, text] of wanted.entries()) {
      const found = refs.filter((ref) => (scores[index]?.[ref] ?? -1) >= 0).map((ref) => strings.text(ref));
      expect(found).toEqual(refs.map((ref) => strings.text(ref)).filter((name) => name.includes(text)));
    }
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
