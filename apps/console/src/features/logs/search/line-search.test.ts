import { expect, test, vi } from 'vitest';
import { type LogLine, RowMaker } from '../lines/log-row.ts';
import { LineSearch, type SliceSearcher } from './line-search.ts';
import { searchPattern, searchSlice } from './search-lines.ts';

const found = (find: string, isPattern: boolean, texts: readonly string[], exclude = '') => {
  const shared = { isPattern, isCaseSensitive: false };
  return searchSlice({
    find: searchPattern({ text: find, ...shared }) ?? null,
    exclude: searchPattern({ text: exclude, ...shared }) ?? null,
    texts,
  });
};

test('finds a text as it is, and a pattern, in any case', () => {
  expect(found('a.b', false, ['xA.B', 'aXb'])).toEqual([[1, 4], null]);
  expect(found('a.b', true, ['xA.B', 'aXb'])).toEqual([
    [1, 4],
    [0, 3],
  ]);
  expect(found('o', false, ['foo'])).toEqual([[1, 2, 2, 3]]);
});

test('excludes, and ignores empty matches', () => {
  expect(found('', false, ['keep', 'drop this'], 'drop')).toEqual([null, 'excluded']);
  expect(found('x*', true, ['abc'])).toEqual([null]);
});

test('refuses a pattern that is not valid', () =>
  expect(searchPattern({ text: '(', isPattern: true, isCaseSensitive: false })).toBeUndefined());

const maker = new RowMaker();
const lineOf = (text: string): LogLine => maker.line(0, ['2026-11-18T11:00:00Z', text]);

const searchFor = (what: ConstructorParameters<typeof LineSearch>[0], searcher: SliceSearcher) => {
  return new LineSearch(what, () => searcher, vi.fn());
};

test('searches the lines that are there, the newest first, and those that come', async () => {
  const seen: string[] = [];
  const searcher: SliceSearcher = {
    search: async (slice) => {
      seen.push(slice.texts.at(-1) ?? '');
      return searchSlice(slice);
    },
    close: () => undefined,
  };
  const lines = Array.from({ length: 5_000 }, (_, at) => lineOf(`line ${at}`));
  const search = searchFor({ find: /line 4999|new/g, exclude: null }, searcher);
  search.add(lines);
  await expect.poll(() => search.isRunning).toBe(false);
  expect(seen[0]).toBe('line 4999');
  const last = lines.at(-1);
  expect(last && search.rangesOf(last)).toEqual([0, 9]);
  const late = lineOf('a new one');
  search.add([late]);
  await expect.poll(() => search.rangesOf(late)).toEqual([2, 5]);
});

test('stops when a slice takes too long, and says so', async () => {
  const close = vi.fn();
  const searcher: SliceSearcher = { search: () => Promise.reject(new Error('too long')), close };
  const search = searchFor({ find: /(a+)+$/g, exclude: null }, searcher);
  search.add([lineOf('a'.repeat(40))]);
  await expect.poll(() => search.isTooSlow).toBe(true);
  expect(close).toHaveBeenCalled();
});
