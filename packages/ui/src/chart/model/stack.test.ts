import { describe, expect, it } from 'vitest';
import type { ChartSeries, ChartValues } from './chart-data.ts';
import { foldOthers, OTHERS_KEY, stackUp } from './stack.ts';

function series(key: string, ...avg: (number | null)[]): ChartSeries {
  return { key, label: key, avg };
}

describe('stacking', () => {
  const column = (text: string) => text.split(' ').map((value) => (value === '-' ? null : Number(value)));
  const textOf = (values: ChartValues) => values.map((value) => value ?? '-').join(' ');
  it.each([
    ['puts each series on top of the series below', ['1 2', '10 20', '100 200'], ['1 2', '11 22', '111 222']],
    ['gives a child without data no height and keeps the others', ['1 -', '10 20'], ['1 0', '11 20']],
    ['leaves a gap, not a zero, where no child has data', ['1 - 3', '1 - -'], ['1 - 3', '2 - 3']],
    ['treats a column that ends early as missing data', ['1', '2 2'], ['1 0', '3 2']],
    ['returns an empty array for no columns', [], []],
  ])('%s', (_what, columns, stacked) => {
    expect(stackUp(columns.map(column)).map(textOf)).toEqual(stacked);
  });
});

describe('folding', () => {
  const four = [series('small', 1, 1), series('big', 9, 9), series('mid', 5, null), series('tiny', 0, 1)];

  it('sorts series by size and combines the smallest into one', () => {
    const folded = foldOthers(four, 2, 'others');
    expect(folded.map(({ key }) => key)).toEqual(['big', 'mid', OTHERS_KEY]);
    expect(folded[2]).toEqual({ key: OTHERS_KEY, label: 'others', avg: [1, 2] });
  });

  it('does not combine a single series over the limit', () => {
    expect(foldOthers(four, 3, 'others').map(({ key }) => key)).toEqual(['big', 'mid', 'small', 'tiny']);
  });

  it('sorts equal series by key, so that a refresh does not swap them', () => {
    const equal = [series('b', 1), series('a', 1)];
    expect(foldOthers(equal, 8, '').map(({ key }) => key)).toEqual(['a', 'b']);
  });
});
