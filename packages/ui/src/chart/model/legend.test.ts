import { expect, test } from 'vitest';
import { legendCnt } from './legend.ts';

test.each([
  ['without stacking, every line has an entry', 3, { stacked: false }, 3],
  ['a stack of one series has no total', 1, { stacked: true }, 1],
  ['a stack of several series has a total', 3, { stacked: true }, 4],
  ['a stack of many names seven series, the others and the total', 40, { stacked: true }, 9],
  ['a stack of many names as many series as `othersAfter` says', 40, { stacked: true, othersAfter: 10 }, 12],
])('%s', (_what, seriesCnt, options, cnt) => {
  expect(legendCnt(seriesCnt, options)).toBe(cnt);
});
