import { metricNames } from '@gwanje/kinds/state/states';
import { workloadState } from '@gwanje/kinds/workload/index';
import { describe, expect, it } from 'vitest';
import { workloadRecord } from '../../pipeline/testing/batches.ts';
import { LiveState } from '../live-state.ts';
import { life, NOW_MS, podLife, podOf } from '../testing/states.ts';

function workloadOf(name: string, more: Parameters<typeof workloadRecord>[2] = {}) {
  return workloadState(workloadRecord(name, NOW_MS, more));
}

function liveWith(...pods: readonly Parameters<typeof podOf>[0][]): LiveState {
  const live = new LiveState();
  live.setCluster({ hostId: 1, name: 'seoul', subGroupId: 5 });
  live.recordContact(1, { atMs: NOW_MS });
  live.put('namespace', 1, 2, namespaceOf('default'), life);
  live.put('workload', 1, 3, workloadOf('web'), life);
  for (const [at, pod] of pods.entries())
    live.putPod(1, 10 + at, podOf({ namespace: 'default', name: `web-${at}`, ...pod }), [], podLife);
  return live;
}

function namespaceOf(name: string) {
  return { name, phase: 'Active', quotaCnt: null, quotaUsedPercent: null, quotaResource: null };
}

function sample(live: LiveState, podId: number, tsMs: number, value: number): void {
  const columns = Object.fromEntries(metricNames('pod').map((name) => [name, Float64Array.of(value)]));
  live.applySamples('pod', Int32Array.of(podId), tsMs, columns);
}

const web = { ownerKind: 'Deployment', ownerName: 'web', nodeName: 'node-1' };
const amounts = { cpuRequestCores: 2, memRequestBytes: 100, cpuLimitSumCores: 4, memLimitSumBytes: 200 };

describe('the amounts of the pods', () => {
  it('count requests of pods that wait for a node apart, and no pods that have ended', () => {
    const live = liveWith(
      { ...web, ...amounts },
      { ...web, ...amounts, nodeName: null, phase: 'Pending', cpuRequestCores: 64 },
      { ...web, ...amounts, phase: 'Succeeded' },
    );
    sample(live, 10, NOW_MS, 3);
    const expected = {
      waitingPodCnt: 1,
      cpuCores: { used: 3, request: 2, waitingRequest: 64, limit: 4 },
      memBytes: { used: 3, request: 100, waitingRequest: 100, limit: 200 },
    };
    expect(live.podAmounts('workload', 3, NOW_MS)).toEqual(expected);
    expect(live.podAmounts('namespace', 2, NOW_MS)).toEqual(expected);
  });

  it('leave out pods of other namespaces and owners, requests that are not set, and old samples', () => {
    const unset = { cpuRequestCores: -1, memRequestBytes: -1, cpuLimitSumCores: -1, memLimitSumBytes: -1 };
    const live = liveWith(
      { ...web, ...unset },
      { ...web, ...amounts, namespace: 'other' },
      { ...web, ...amounts, ownerName: 'web2' },
      { ...web, ...amounts, ownerKind: 'StatefulSet' },
    );
    sample(live, 10, NOW_MS - 60 * 60_000, 3);
    const nothing = { used: null, request: 0, waitingRequest: 0, limit: 0 };
    expect(live.podAmounts('workload', 3, NOW_MS)).toEqual({
      waitingPodCnt: 0,
      cpuCores: nothing,
      memBytes: nothing,
    });
    expect(live.podAmounts('namespace', 2, NOW_MS)?.cpuCores.request).toBe(4);
  });

  it('of a job of a cron job are those of its own pods, and of the cron job those of all its jobs', () => {
    const owner = { ownerKind: 'CronJob', ownerName: 'sync', nodeName: 'node-1' };
    const live = liveWith(
      { ...owner, ...amounts, name: 'sync-1-abc' },
      { ...owner, ...amounts, name: 'sync-2-abc' },
    );
    const cronJob = { kind: 'CronJob', name: 'sync', uid: 'uid-sync' };
    live.put('workload', 1, 4, workloadOf('sync', { kind: 'cronJob' }), life);
    live.put('workload', 1, 5, workloadOf('sync-1', { kind: 'job', owner: cronJob }), life);
    expect(live.podAmounts('workload', 4, NOW_MS)?.cpuCores.request).toBe(4);
    expect(live.podAmounts('workload', 5, NOW_MS)?.cpuCores.request).toBe(2);
  });

  it('are unknown for an object that does not exist', () => {
    expect(liveWith().podAmounts('workload', 99, NOW_MS)).toBeNull();
  });
});
