import { workloadRecord } from '@gwanje/kinds/testing/records';
import { workloadState } from '@gwanje/kinds/workload/index';
import { expect, it } from 'vitest';
import { LiveState } from '../live-state.ts';
import { life, podLife, podOf } from '../testing/states.ts';

const workload = workloadState(workloadRecord());

it('names of pods, workloads and namespaces say who owns whom, in their own cluster only', () => {
  const live = new LiveState();
  for (const hostId of [1, 2]) live.setCluster({ hostId, name: `c${hostId}`, subGroupId: 1 });
  const namespace = {
    name: 'shop',
    phase: 'Active',
    quotaCnt: 0,
    quotaUsedPercent: null,
    quotaResource: null,
  };
  live.put('namespace', 1, 5, namespace, life);
  live.put('workload', 1, 71, workload, life);
  live.put('workload', 1, 72, { ...workload, type: 'statefulSet' }, life);
  live.put('workload', 1, 73, { ...workload, name: 'report', type: 'cronJob' }, life);
  const job = {
    ...workload,
    name: 'report-1',
    type: 'job',
    ownerKind: 'CronJob',
    ownerName: 'report',
  } as const;
  live.put('workload', 1, 74, job, life);
  live.put('workload', 2, 75, workload, life);
  const owned = { namespace: 'shop', ownerName: 'web', nodeName: null };
  live.putPod(1, 11, podOf({ ...owned, name: 'a', ownerKind: 'Deployment' }), [], podLife);
  live.putPod(1, 12, podOf({ ...owned, name: 'b', ownerKind: 'StatefulSet' }), [], podLife);
  live.putPod(1, 13, podOf({ ...owned, name: 'c', ownerKind: 'Rollout' }), [], podLife);
  live.putPod(1, 14, podOf({ name: 'd', namespace: 'shop', ownerKind: null, ownerName: null }), [], podLife);
  live.setAlarms('workload', 72, 1, 0);
  live.setAlarms('namespace', 5, 1, 2);

  expect(live.names('pod', 1).map(({ name, workloadId }) => [name, workloadId])).toEqual([
    ['a', 71],
    ['b', 72],
    ['c', null],
    ['d', null],
  ]);
  expect(
    live
      .names('workload', 1)
      .toSorted((a, b) => a.workloadId - b.workloadId)
      .map(({ workloadId, ownerId, alarmLevel }) => [workloadId, ownerId, alarmLevel]),
  ).toEqual([
    [71, null, null],
    [72, null, 'warning'],
    [73, null, null],
    [74, 73, null],
  ]);
  expect(live.names('namespace', 1)).toEqual([{ namespaceId: 5, name: 'shop', alarmLevel: 'critical' }]);
});
