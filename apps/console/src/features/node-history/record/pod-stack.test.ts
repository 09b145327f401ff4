import { ObjectId, PodId } from '@gwanje/contract/definition/fields';
import { metricCatalogue } from '@gwanje/kinds/state/states';
import { describe, expect, it } from 'vitest';
import type { SeriesAnswer } from '#entities/object-page/charts/series-queries.ts';
import { podStack, stackPlans } from './pod-stack.ts';

function series(id: number, metric: string, avg: (number | null)[]): SeriesAnswer['seriesList'][number] {
  return { kind: 'pod', id: ObjectId.parse(id), name: `pod-${id}`, metric, avg, min: avg, max: avg };
}

const answer: SeriesAnswer = {
  serverTime: '2026-11-15T12:00:00Z',
  start: '2026-11-15T11:00:00Z',
  stepMs: 60_000,
  pointCnt: 3,
  seriesList: [
    series(1, 'cpuUsedCores', [1, 1, 1]),
    series(2, 'cpuUsedCores', [null, 6, null]),
    series(3, 'cpuUsedCores', [null, null, null]),
    series(4, 'cpuUsedCores', [0, 0, 0]),
    series(1, 'netRxBps', [9, 9, 9]),
  ],
};
const pods = [1, 2, 3].map((id) => ({
  podId: PodId.parse(id),
  name: `api-${id}`,
  deletedAt: id === 2 ? '2026-11-15T11:30:00Z' : null,
}));

describe('the stacked chart of a record', () => {
  const stack = podStack(answer, 'cpuUsedCores', pods, (name) => `${name} gone`);

  it('has the pod with the largest average first, without gaps, and pods without values last', () =>
    expect(stack.series.map(({ label }) => label)).toEqual(['api-2 gone', 'api-1', 'pod-4', 'api-3']));

  it('has only the requested metric, with the time range of the response', () => {
    expect(stack.series.map(({ key }) => key)).not.toContain('1:netRxBps');
    expect(stack).toMatchObject({ startMs: Date.parse('2026-11-15T11:00:00Z'), stepMs: 60_000, pointCnt: 3 });
  });

  it('is empty for a metric that the response lacks', () =>
    expect(podStack(answer, 'memUsedBytes', pods, String).series).toEqual([]));
});

it.each(Object.values(stackPlans).flat())(
  'shows $metric in the unit of the metric catalogue',
  ({ metric, unit }) => expect(metricCatalogue('pod')[metric]?.unit).toBe(unit),
);
