import { describe, expect, it } from 'vitest';
import type { ChartSeries } from './chart-data.ts';
import { foldOthers, OTHERS_KEY, stackUp } from './stack.ts';

function series(key: string, ...avg: (number | null)[]): ChartSeries {
  return { key, label: key, avg };
}

describe('stacking', () => {
  it('each edge lies on the one below', () => {
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

  it('a child without data has no height, but lets the others stand', () => {
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

  it('where no child has data there is a gap, not a zero', () => {
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

  it('a column that ends early is missing, not the end of the stack', () => {
    expect(stackUp([[1], [2, 2]])).toEqual([
      [1, 0],
      [3, 2],
    ]);
  });

  it('of nothing comes nothing', () => {
    expect(stackUp([])).toEqual([]);
  });
});

describe('folding', () => {
  const four = [series('small', 1, 1), series('big', 9, 9), series('mid', 5, null), series('tiny', 0, 1)];

  it('the largest come first and the rest become one', () => {
    const folded = foldOthers(four, 2, 'others');
    expect(folded.map(({ key }) => key)).toEqual(['big', 'mid', OTHERS_KEY]);
    expect(folded[2]).toEqual({ key: OTHERS_KEY, label: 'others', avg: [1, 2] });
  });

  it('one more than fits keeps its name', () => {
    expect(foldOthers(four, 3, 'others').map(({ key }) => key)).toEqual(['big', 'mid', 'small', 'tiny']);
  });

  it('equals are ordered by key, so that a refresh does not swap them', () => {
    const equal = [series('b', 1), series('a', 1)];
    expect(foldOthers(equal, 8, '').map(({ key }) => key)).toEqual(['a', 'b']);
  });
});
