import { expect, test } from 'vitest';
import { RowMaker } from './log-row.ts';
import { type RowFilter, shownRows } from './shown-rows.ts';

const maker = new RowMaker();
const time = '2026-11-18T11:00:00Z';
const rows = [
  maker.line(0, [time, 'INFO a']),
  maker.line(1, [time, 'ERROR b']),
  maker.mark(0, 'leftOut', { fromTime: time, cnt: 5 }),
  maker.line(0, [time, 'WARN c']),
  maker.line(1, [time, 'plain d']),
  maker.line(0, [time, 'INFO e']),
];
const none = { hiddenSources: new Set<number>(), levels: new Set<never>(), contextLines: null };
const everything: RowFilter = { ...none, isMatch: () => false, isExcluded: () => false };
const shown = (filter: Partial<RowFilter>) =>
  shownRows(rows, { ...everything, ...filter }).rows.map((row) =>
    row.kind === 'line' ? row.text.at(-1) : row.mark,
  );
const isC = ({ text }: { readonly text: string }) => text.endsWith('c');

test.each<[string, Partial<RowFilter>, readonly string[]]>([
  ['nothing', {}, ['a', 'b', 'leftOut', 'c', 'd', 'e']],
  ['a source', { hiddenSources: new Set([0]) }, ['b', 'd']],
  ['all levels but two', { levels: new Set(['error', 'warn'] as const) }, ['b', 'leftOut', 'c']],
  ['what does not match', { isMatch: isC, contextLines: 0 }, ['leftOut', 'c']],
  ['what is far from a match', { isMatch: isC, contextLines: 1 }, ['leftOut', 'b', 'c', 'd']],
  ['what is excluded', { isExcluded: isC }, ['a', 'b', 'leftOut', 'd', 'e']],
])('hides %s', (_what, filter, expected) => expect(shown(filter)).toEqual(expected));

test('knows the rows that match', () => {
  const { matches, lineCnt } = shownRows(rows, { ...everything, isMatch: isC });
  expect(matches).toEqual([3]);
  expect(lineCnt).toBe(5);
});
