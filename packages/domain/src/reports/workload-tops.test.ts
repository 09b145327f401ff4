import { expect, test } from 'vitest';
import { type PodUse, WorkloadSums } from './workload-tops.ts';

const GIB = 2 ** 30;

function workloadTops(pods: readonly PodUse[]) {
  const sums = new WorkloadSums();
  // In two parts, as a report reads them.
  sums.add(pods.slice(0, 2));
  sums.add(pods.slice(2));
  return sums.tops();
}

function pod(name: string, values: Partial<PodUse> = {}): PodUse {
  return {
    hostId: 1,
    clusterName: 'seoul',
    namespace: 'default',
    ownerKind: 'Deployment',
    name,
    cpuUsed: 0,
    memUsed: 0,
    cpuRequested: 0,
    memRequested: 0,
    ...values,
  };
}

test('adds up the pods of a workload, and keeps workloads of one name in other namespaces, clusters and kinds apart', () => {
  const { byCpu } = workloadTops([
    pod('web', { cpuUsed: 1 }),
    pod('web', { cpuUsed: 2 }),
    pod('web', { cpuUsed: 5, namespace: 'other' }),
    pod('web', { cpuUsed: 4, hostId: 2 }),
    pod('web', { cpuUsed: 1, ownerKind: 'Job' }),
  ]);
  expect(byCpu.map(({ used, podCnt }) => [used, podCnt])).toEqual([
    [5, 1],
    [4, 1],
    [3, 2],
    [1, 1],
  ]);
});

test('lists the ten that use most, and none that uses nothing', () => {
  const pods = Array.from({ length: 15 }, (_, index) => pod(`w${index}`, { memUsed: index * GIB }));
  const { byMemory, byCpu } = workloadTops(pods);
  expect(byMemory.map(({ name }) => name)).toEqual(Array.from({ length: 10 }, (_, at) => `w${14 - at}`));
  expect(byCpu).toEqual([]);
});

test.each([
  ['request is twice the use', { cpuUsed: 1, cpuRequested: 2 }, true],
  ['request is less than twice the use', { cpuUsed: 1, cpuRequested: 1.9 }, false],
  ['waste is small', { cpuUsed: 0.01, cpuRequested: 0.1 }, false],
  ['request is not set', { cpuUsed: 0, cpuRequested: 0 }, false],
  ['pods use nothing of their request', { cpuUsed: 0, cpuRequested: 4 }, true],
])('a workload whose %s: wasteful %s', (_what, values, isWasteful) => {
  expect(workloadTops([pod('web', values)]).wastedCpu).toHaveLength(isWasteful ? 1 : 0);
});

test('lists the most wasteful first, by the amount and not by the factor', () => {
  const { wastedMemory } = workloadTops([
    pod('factor', { memUsed: 0.01 * GIB, memRequested: GIB }),
    pod('amount', { memUsed: 10 * GIB, memRequested: 30 * GIB }),
  ]);
  expect(wastedMemory.map(({ name }) => name)).toEqual(['amount', 'factor']);
});
