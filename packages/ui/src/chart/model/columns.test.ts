import { describe, expect, it } from 'vitest';
import { plotModel, type ShownOptions, shownSeries } from './columns.ts';

const data = {
  startMs: 0,
  stepMs: 10,
  pointCnt: 2,
  series: [
    { key: 'a', label: 'a', avg: [1, 2], min: [0, 1], max: [2, 3] },
    { key: 'b', label: 'b', avg: [5, null], min: [5, null], max: [5, null] },
  ],
};
const plain: ShownOptions = { stacked: false, othersAfter: 7, othersLabel: 'others', comparison: undefined };
const shownOf = (options: Partial<ShownOptions> = {}) =>
  shownSeries(data, new Map(), { ...plain, ...options }).shown;

describe('lines', () => {
  it('rolled-up data has a band, raw data has none', () => {
    const { columns, bands } = plotModel(data, shownOf(), { stacked: false, withBand: true });
    expect(columns.map(({ role, values }) => [role, values])).toEqual([
      ['max', [2, 3]],
      ['min', [0, 1]],
      ['value', [1, 2]],
      ['value', [5, null]],
    ]);
    expect(bands).toEqual([{ upper: 0, lower: 1 }]);
  });

  it('a comparison is drawn below its series, in the colour of the series', () => {
    const before = { ...data, startMs: -100, series: [{ key: 'b', label: 'b', avg: [7, 8] }] };
    const shown = shownOf({ comparison: { data: before, shiftMs: 100 } });
    const { columns } = plotModel(data, shown, { stacked: false, withBand: false });
    expect(columns.map(({ role }) => role)).toEqual(['compare', 'value', 'value']);
    expect(columns[0]?.values).toEqual([7, 8]);
    expect(columns[0]?.colour).toBe(columns[2]?.colour);
  });
});

describe('stack', () => {
  it('the largest series is at the bottom, and each series fills down to the series below', () => {
    const { columns, bands } = plotModel(data, shownOf({ stacked: true }), { stacked: true, withBand: true });
    expect(columns.map(({ values }) => values)).toEqual([
      [5, 0],
      [6, 2],
    ]);
    expect(bands).toEqual([{ upper: 1, lower: 0 }]);
  });

  it('a hidden series leaves no gap in the stack', () => {
    const visible = shownOf({ stacked: true }).filter(({ key }) => key === 'a');
    const { columns } = plotModel(data, visible, { stacked: true, withBand: true });
    expect(columns.map(({ values }) => values)).toEqual([[1, 2]]);
  });

  it('the comparison of a stack is its earlier total', () => {
    const before = { ...data, startMs: -100 };
    const shown = shownOf({ stacked: true, comparison: { data: before, shiftMs: 100 } });
    const { columns } = plotModel(data, shown, { stacked: true, withBand: true });
    expect(columns.at(-1)).toMatchObject({ role: 'compare', values: [6, 2] });
  });
});

describe('others', () => {
  const deleted = { key: 'deleted', label: 'deleted', avg: [100, 100] };
  const before = { ...data, startMs: -100, series: [...data.series, deleted] };
  const comparison = { data: before, shiftMs: 100 };

  it('are compared with the sum of all earlier series without a separate entry', () => {
    const three = { ...data, series: [...data.series, { key: 'c', label: 'c', avg: [0.5, 0.5] }] };
    const { shown } = shownSeries(three, new Map(), { ...plain, stacked: true, othersAfter: 1, comparison });
    expect(shown.map(({ key, avg, compared }) => [key === 'b', avg, compared])).toEqual([
      [true, [5, null], [5, null]],
      [false, [1.5, 2.5], [101, 102]],
    ]);
  });

  it('and the total of the earlier period include a series that no longer exists', () => {
    const shown = shownOf({ stacked: true, comparison });
    expect(shown.at(-1)).toMatchObject({ label: 'others', avg: [null, null], compared: [100, 100] });
    const { columns } = plotModel(data, shown, { stacked: true, withBand: true });
    expect(columns.at(-1)).toMatchObject({ role: 'compare', values: [106, 102] });
  });
});

it('colours follow the key when the order changes', () => {
  const first = shownSeries(data, new Map(), plain);
  const turned = { ...data, series: [...data.series].reverse() };
  const second = shownSeries(turned, first.slots, plain);
  const colours = (shown: typeof first.shown) =>
    new Map(shown.map(({ key, appearance }) => [key, appearance.colour]));
  expect(colours(second.shown)).toEqual(new Map([...colours(first.shown)].reverse()));
});
