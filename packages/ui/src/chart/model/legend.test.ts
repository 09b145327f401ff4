import { expect, test } from 'vitest';
import { legendCnt } from './legend.ts';

test.each([
  ['lines are named one by one', 3, { stacked: false }, 3],
  ['a stack of one has no total', 1, { stacked: true }, 1],
  ['a stack of several has one', 3, { stacked: true }, 4],
  ['a high stack names seven, the others and the total', 40, { stacked: true }, 9],
  ['or as many as the chart asks for', 40, { stacked: true, othersAfter: 10 }, 12],
])('%s', (_what, seriesCnt, options, cnt) => {
  expect(legendCnt(seriesCnt, options)).toBe(cnt);
});
