import { describe, expect, it } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { imageParts, isPartlyMeasured, replicaChart, rolloutMarks } from './workload-charts.ts';
import type { ReplicaStep, RolloutRow, UsageSums } from './workload-queries.ts';
import '#components/list/object-list-messages.ts';
import './workload-messages.ts';

const at = (ms: number, readyCnt: number | null): ReplicaStep => {
  const counts = { desiredCnt: 3, readyCnt, updatedCnt: 3, availableCnt: readyCnt };
  return { at: new Date(ms).toISOString(), ...counts };
};

describe('the chart of replicas', () => {
  const range = { fromMs: 0, toMs: 3600 };
  const ready = (steps: ReplicaStep[], untilMs = 10_000) =>
    replicaChart(steps, range, untilMs, t).series.find(({ key }) => key === 'readyCnt')?.avg ?? [];

  it('holds each count until the next one', () => {
    const values = ready([at(100, 3), at(200, 2)]);
    expect(values).toHaveLength(360);
    expect([values[9], values[10], values[19], values[20], values.at(-1)]).toEqual([null, 3, 3, 2, 2]);
  });

  it('shows a drop that is shorter than a point', () =>
    expect(ready([at(0, 3), at(101, 0), at(105, 3)]).slice(9, 12)).toEqual([3, 0, 3]));

  it('shows nothing after the deletion, and nothing that is not known yet', () => {
    expect(ready([at(0, 3), at(100, null)])[10]).toBeNull();
    expect(ready([at(0, 3)], 150)[16]).toBeNull();
  });
});

const rollout = { begunAt: null, endedAt: null, revision: 4, outcome: 'running' } as RolloutRow;

it('marks only rollouts whose beginning is known', () => {
  const begunAt = '2026-03-01T00:00:00.000Z';
  const marks = rolloutMarks([rollout, { ...rollout, begunAt, outcome: 'stuck' }], t);
  expect(marks).toEqual([
    { atMs: Date.parse(begunAt), untilMs: undefined, level: 'critical', label: '롤아웃 #4' },
  ]);
});

it('marks the images that a rollout changed, and none of the first one', () => {
  const images = ['web:2', 'proxy:1'];
  expect(
    imageParts({ images, imagesBefore: ['web:1', 'proxy:1'] }).map(({ isChanged }) => isChanged),
  ).toEqual([true, false]);
  expect(imageParts({ images, imagesBefore: null }).some(({ isChanged }) => isChanged)).toBe(false);
});

it('knows when sums lack pods', () => {
  const sums = (measuredCnt: number[]) => ({ podCnt: [2, 2], measuredCnt }) as unknown as UsageSums;
  expect(isPartlyMeasured(sums([2, 0]))).toBe(false);
  expect(isPartlyMeasured(sums([2, 1]))).toBe(true);
});
