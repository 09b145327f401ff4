import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineStore } from './line-store.ts';
import { type LogRow, RowMaker } from './log-row.ts';

const at = (second: number, nanos = 0) =>
  `2026-11-18T11:00:${String(second).padStart(2, '0')}.${String(nanos).padStart(9, '0')}Z`;
const textsOf = (rows: readonly LogRow[]) =>
  rows.map((row) => (row.kind === 'line' ? row.text : `(${row.mark})`));

describe('the store of lines', () => {
  test('merges sources by time to the nanosecond, and puts late lines in their place', () => {
    const maker = new RowMaker();
    const store = new LineStore();
    store.add([maker.line(0, [at(1), 'a']), maker.line(0, [at(5, 2), 'c'])]);
    store.add([maker.line(1, [at(5, 1), 'b']), maker.line(1, [at(6), 'd'])]);
    store.add([maker.line(2, [at(0), 'first'])]);
    expect(textsOf(store.rows)).toEqual(['first', 'a', 'b', 'c', 'd']);
  });

  test('reads a time with fewer decimals as the same instant', () => {
    const maker = new RowMaker();
    const store = new LineStore();
    store.add([maker.line(0, ['2026-11-18T11:00:00.12Z', 'later'])]);
    store.add([maker.line(1, ['2026-11-18T11:00:00.1Z', 'earlier'])]);
    expect(textsOf(store.rows)).toEqual(['earlier', 'later']);
  });

  test('keeps the order of a source whose clock goes back, and lines with a broken time', () => {
    const maker = new RowMaker();
    const store = new LineStore();
    const lines = [at(5), at(2), '?', at(6)].map((time, index) => maker.line(0, [time, `${index}`]));
    store.add(lines);
    expect(textsOf(store.rows)).toEqual(['0', '1', '2', '3']);
  });

  test('drops the oldest lines beyond the number of rows or characters, and counts them', () => {
    const maker = new RowMaker();
    const byRows = new LineStore({ maxRows: 2, maxChars: 1000 });
    byRows.add([1, 2, 3].map((second) => maker.line(0, [at(second), String(second)])));
    expect(textsOf(byRows.rows)).toEqual(['2', '3']);
    expect(byRows.droppedCnt).toBe(1);
    const byChars = new LineStore({ maxRows: 100, maxChars: 10 });
    byChars.add([maker.line(1, [at(1), 'x'.repeat(8)]), maker.line(1, [at(2), 'y'.repeat(8)])]);
    expect(textsOf(byChars.rows)).toEqual(['y'.repeat(8)]);
    expect(byChars.droppedCnt).toBe(1);
  });

  test('has each line once and in order, however the lines of the sources arrive', () => {
    const sources = fc.array(fc.array(fc.nat(59), { maxLength: 30 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(sources, fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (seconds, picks) => {
        const maker = new RowMaker();
        const store = new LineStore();
        const waiting = seconds.map((list, source) =>
          list.map((second, n): readonly [string, string] => [at(second), `${source}-${n}`]),
        );
        for (let round = 0; waiting.some((list) => list.length > 0); round++) {
          const source = (picks[round % picks.length] ?? 0) % waiting.length;
          const chosen = waiting[source]?.length ? source : waiting.findIndex((list) => list.length > 0);
          const batch = waiting[chosen]?.splice(0, 1 + ((picks[round % picks.length] ?? 0) % 5)) ?? [];
          store.add(batch.map((line) => maker.line(chosen, line)));
        }
        const texts = textsOf(store.rows);
        expect(texts.toSorted()).toEqual(
          seconds.flatMap((list, source) => list.map((_second, n) => `${source}-${n}`)).toSorted(),
        );
        for (const [source, list] of seconds.entries())
          expect(texts.filter((text) => text.startsWith(`${source}-`))).toEqual(
            list.map((_second, n) => `${source}-${n}`),
          );
        const times = store.rows.map(({ ms }) => ms);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
      }),
      { numRuns: 200 },
    );
  });
});
