import { expect, test, vi } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import { objectView } from '#entities/object-page/object-view.ts';
import { type WorkloadInfo, workload } from './workload-page.tsx';
import '#components/list/object-list-messages.ts';
import '#entities/object-page/monitoring-messages.ts';
import './workload-messages.ts';

// The plot library calls matchMedia when it is loaded.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined })));

const place = { hostId: 1, clusterName: 'prod', name: 'web', namespace: 'shop', type: 'deployment' };
const state = { monResult: 'normal', isStale: false, deletedAt: null, isSuspended: null };
const counts = { desiredCnt: 3, readyCnt: 2, updatedCnt: 3, availableCnt: 2, podCnt: 3 };
const info = { ...place, ...state, ...counts } as WorkloadInfo;

function figuresOf(more: Partial<WorkloadInfo>) {
  const list = workload.figures('summary', { ...info, ...more }, t);
  return list.map(({ label, value, isBad }) => [label, value, isBad ?? false]);
}

test('a deployment with too few ready pods marks the figures that lack pods', () => {
  expect(figuresOf({})).toEqual([
    ['목표', '3', false],
    ['준비', '2/3', true],
    ['최신', '3', false],
    ['사용 가능', '2', true],
    ['파드 수', '3', false],
  ]);
});

test('a running job marks no figure', () => {
  expect(
    figuresOf({ type: 'job', readyCnt: 0, availableCnt: 0 }).every(([, , isBad]) => isBad === false),
  ).toBe(true);
});

test('a cron job shows its schedule and its last run instead of pods', () => {
  const labels = figuresOf({ type: 'cronJob', schedule: '*/5 * * * *', lastRunTime: null, activeCnt: 0 }).map(
    ([label]) => label,
  );
  expect(labels).toEqual(['일정', '일시 중지', '최근 실행', '실행 중']);
});

test('the page shows type and suspension, and links to the namespace', () => {
  const cronJob = { ...info, type: 'cronJob' as const, isSuspended: true };
  const { states, crumbs } = objectView(workload, 3, cronJob, { t, language: 'ko' });
  expect(states.map(({ label }) => label)).toEqual(['CronJob', '일시 중지']);
  expect(crumbs.at(-1)?.href).toBe('/mon/namespace-list?hostId=1&f.name=%3Dshop&deleted=1');
});
