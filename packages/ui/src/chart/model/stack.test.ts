import { describe, expect, it } from 'vitest';
import type { ChartSeries } from './chart-data.ts';
import { foldOthers, OTHERS_KEY, stackUp } from './stack.ts';

function series(key: string, ...avg: (number | null)[]): ChartSeries {
  return { key, label: key, avg };
}

describe('stacking', () => {
  it('puts each series on top of the series below', () => {
    expect(
      stackUp([
        [1, 2],
        [10, 20],
        [100, 200],
      ]),
    ).toEqual([
      [1, 2],
      [11, 22],
      [111, 222],
    ]);
  });

  it('gives a child without data no height and keeps the others', () => {
    expect(
      stackUp([
        [1, null],
        [10, 20],
      ]),
    ).toEqual([
      [1, 0],
      [11, 20],
    ]);
  });

  it('leaves a gap, not a zero, where no child has data', () => {
    expect(
      stackUp([
        [1, null, 3],
        [1, null, null],
      ]),
    ).toEqual([
      [1, null, 3],
      [2, null, 3],
    ]);
  });

  it('treats a column that ends early as missing data', () => {
    expect(stackUp([[1], [2, 2]])).toEqual([
      [1, 0],
      [3, 2],
    ]);
  });

  it('returns an empty array for no columns', () => {
    expect(stackUp([])).toEqual([]);
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
