import { expect, test } from 'vitest';
import { t } from '#core/i18n/i18n.ts';
import type { ClusterSummary } from './cluster-banners.tsx';
import { clusterFigures, usageNote } from './cluster-figures.ts';
import '#entities/object-page/monitoring-messages.ts';

const cluster = {
  cpuCores: { used: 1, request: 1, waitingRequest: 0, limit: 1, allocatable: 4 },
  memBytes: { used: 1, request: 1, waitingRequest: 0, limit: 1, allocatable: 4 },
  fsBytes: { used: 25, capacity: 100 },
  pods: { used: 3, waiting: 0, allocatable: 110 },
  volume: { cnt: 5, unboundCnt: 1, capacityBytes: 100, usedBytes: 10, utilizationPct: 10 },
  claim: { cnt: 7, pendingCnt: 2, lostCnt: 0 },
} as ClusterSummary;

const figures = clusterFigures(cluster, t);

test('counts unbound volumes, not claims that wait for a volume', () =>
  expect(figures.find(({ label }) => label === 'PV 사용률')?.note).toMatch(/^PV 5개 · \D+ 1개$/));

test.each([
  [0, '막대의 선은 요청(Request)'],
  [2, '가상 노드 2개 제외 · 막대의 선은 요청(Request)'],
])('the usage note counts %d virtual nodes that the sums leave out', (virtualNodeCnt, note) =>
  expect(usageNote({ ...cluster, virtualNodeCnt }, t)).toBe(note),
);

test('the usage note counts the pods that wait for a node', () => {
  const waits = { ...cluster, virtualNodeCnt: 0, pods: { used: 3, waiting: 2, allocatable: 110 } };
  expect(usageNote(waits, t)).toBe('노드 배치를 기다리는 파드 2개 · 막대의 선은 요청(Request)');
});

test('shows the disk usage in percent under a label that says so', () =>
  expect(figures.find(({ label }) => label === '디스크 사용률')?.value).toBe('25.00 %'));

test.each([
  [null, '-'],
  ['2026-11-16T00:00:00.000Z', '0/0'],
])('a cluster last in contact at %s has %s nodes', (dataAt, value) => {
  const [nodes] = clusterFigures({ ...cluster, dataAt, nodeReadyCnt: 0, nodeCnt: 0 }, t);
  expect(nodes?.value).toBe(value);
});

test('a cluster that has not sent yet shows dashes instead of zeros', () => {
  const texts = clusterFigures({ ...cluster, dataAt: null }, t).map(({ label, value }) => [label, value]);
  expect(texts).toContainEqual(['재시작 횟수', '-']);
  expect(texts).toContainEqual(['파드', '-']);
});
