import { expect, test } from 'vitest';
import { legendCnt } from './legend.ts';

test.each([
  ['without stacking, every line has an entry', 3, { stacked: false }, 3],
  ['a stack of one series has no total', 1, { stacked: true }, 1],
  ['a stack of several series has a total', 3, { stacked: true }, 4],
  ['a stack of many series has entries for seven series, the others and the total', 40, { stacked: true }, 9],
  ['`othersAfter` sets how many series have an entry', 40, { stacked: true, othersAfter: 10 }, 12],
])('%s', (_what, seriesCnt, options, cnt) => {
  expect(legendCnt(seriesCnt, options)).toBe(cnt);
});
