import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import type { ContainerInfo, NodeInfo, PodInfo } from '#entities/inventory/info-queries.ts';
import { containerFigures, nodeFigures, podFigures } from './figures.ts';
import './monitoring-messages.ts';

/** As in a response: without a limit there is no percentage of the limit. */
const cpu = { cpuUsedCores: 0.5, cpuRequestCores: -1, cpuUsedRequestPct: null };
const mem = { memUsedBytes: 1024, memRequestBytes: null, memUsedRequestPct: null };
const shares = { cpuLimitCores: 2, cpuUsedLimitPct: 25, memLimitBytes: -1, memUsedLimitPct: null };
const bounds = { ...cpu, ...mem, ...shares };

test.each([
  ['cpu', 'CPU 사용률(Limit)', '25.00 %'],
  ['cpu', 'CPU 사용률(Request)', 'Not Set'],
  ['mem', '메모리 사용률(Limit)', 'Not Set'],
  ['mem', '메모리 사용률(Request)', '-'],
])('on the page %s of a pod, %s is %s', (tab, label, value) => {
  const figures = podFigures(tab, bounds as PodInfo, t);
  expect(figures.find((figure) => figure.label === label)?.value).toBe(value);
});

test('a container without a limit shows Not Set', () => {
  const container = { memUsedBytes: 1024, memLimitBytes: -1, memUsedLimitPct: null } as ContainerInfo;
  const figures = containerFigures('mem', container, t);
  expect(figures.find((figure) => figure.label === '메모리 사용률(Limit)')?.value).toBe('Not Set');
});

test.each([
  [1, 1, undefined],
  [110, 110, 100],
])('a node with %d pods of %d has a usage of %s', (podCnt, podCapacity, percent) => {
  const figures = nodeFigures('summary', { podCnt, podCapacity } as NodeInfo, t);
  expect(figures.find(({ label }) => label === '파드 수')?.percent ?? undefined).toBe(percent);
});
