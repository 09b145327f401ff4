import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { PodId } from '@gwanje/contract/definition/fields';
import { NodeRow } from '@gwanje/kinds/node/index';
import { PodRow } from '@gwanje/kinds/pod/index';
import { metricNames } from '@gwanje/kinds/state/states';
import { describe, expect, it } from 'vitest';
import { LiveState } from './live-state.ts';
import { naiveList } from './testing/naive-list.ts';
import { claimOf, containerOf, life, NOW_MS, nodeOf, podLife, podOf, volumeOf } from './testing/states.ts';

const MINUTE_MS = 60_000;

function oneCluster(): LiveState {
  const live = new LiveState();
  live.setCluster({ hostId: 1, name: 'seoul', subGroupId: 5 });
  live.recordContact(1, { atMs: NOW_MS });
  return live;
}

function sample(
  live: LiveState,
  scope: 'node' | 'pod' | 'container' | 'claim',
  id: number,
  tsMs: number,
  value = 1,
): void {
  const columns = Object.fromEntries(metricNames(scope).map((name) => [name, Float64Array.of(value)]));
  live.applySamples(scope, Int32Array.of(id), tsMs, columns);
}

describe('age of data', () => {
  it('makes an object stale after five minutes', () => {
    const live = oneCluster();
    live.putPod(1, 10, podOf(), [], podLife);
    sample(live, 'pod', 10, NOW_MS);
    const at = (ms: number) => live.row('pod', 10, NOW_MS + ms);
    live.recordContact(1, { atMs: NOW_MS + 60 * MINUTE_MS });
    expect(at(5 * MINUTE_MS - 1)).toMatchObject({ isStale: false, monResult: 'normal' });
    expect(at(5 * MINUTE_MS)).toMatchObject({ isStale: true, monResult: 'stale' });
  });

  it('is the age of the last batch for objects without samples', () => {
    const live = oneCluster();
    live.putPod(1, 10, podOf({ phase: 'Succeeded' }), [], podLife);
    sample(live, 'pod', 10, NOW_MS - 60 * MINUTE_MS);
    live.put('volume', 1, 11, volumeOf(), life);
    expect(live.row('pod', 10, NOW_MS)).toMatchObject({ isStale: false });
    expect(live.row('volume', 11, NOW_MS)).toMatchObject({ isStale: false });
    expect(live.row('volume', 11, NOW_MS + 5 * MINUTE_MS)).toMatchObject({
      isStale: true,
      monResult: 'stale',
    });
  });

  it('makes a claim stale after its last sample, but its monitoring result follows the age of the cluster', () => {
    const live = oneCluster();
    live.put('claim', 1, 12, claimOf(), life);
    sample(live, 'claim', 12, NOW_MS - 60 * MINUTE_MS);
    expect(live.row('claim', 12, NOW_MS)).toMatchObject({ isStale: true, monResult: 'normal' });
    expect(live.clusterState(1, NOW_MS)).toMatchObject({ childMonResult: 'normal' });
    expect(live.row('claim', 12, NOW_MS + 5 * MINUTE_MS)).toMatchObject({ monResult: 'stale' });
  });

  it('makes a cluster without data stale, and is not increased by an older batch', () => {
    const live = new LiveState();
    live.setCluster({ hostId: 1, name: 'seoul', subGroupId: 5 });
    expect(live.clusterState(1, NOW_MS)).toMatchObject({ isStale: true, monResult: 'stale', dataAt: null });
    live.recordContact(1, { atMs: NOW_MS });
    live.recordContact(1, { atMs: NOW_MS - 60 * MINUTE_MS });
    expect(live.clusterState(1, NOW_MS)).toMatchObject({
      isStale: false,
      monResult: 'normal',
      dataAt: new Date(NOW_MS).toISOString(),
    });
  });

  it('has a lower precedence than an alarm, and no effect on an unmonitored object', () => {
    const live = oneCluster();
    live.put('node', 1, 10, nodeOf(), life);
    const later = NOW_MS + 60 * MINUTE_MS;
    const shown = () => live.row('node', 10, later)?.monResult;
    expect(shown()).toBe('stale');
    live.setAlarms('node', 10, 1, 0);
    expect(shown()).toBe('warning');
    live.setAlarms('node', 10, 1, 1);
    expect(shown()).toBe('critical');
    live.setMonitored('node', 10, false);
    expect(shown()).toBe('unmonitored');
  });
});

describe('an ended pod or container', () => {
  const ended = containerOf({ name: 'main', state: 'terminated' });

  it('has no usage values', () => {
    const live = oneCluster();
    live.putPod(1, 10, podOf({ containers: [containerOf({ name: 'main' })] }), [11], podLife);
    sample(live, 'pod', 10, NOW_MS, 4);
    sample(live, 'container', 11, NOW_MS, 4);
    expect(live.row('pod', 10, NOW_MS)).toMatchObject({ cpuUsedCores: 4 });
    expect(live.row('container', 11, NOW_MS)).toMatchObject({ cpuUsedCores: 4 });
    live.putPod(1, 10, podOf({ phase: 'Succeeded', containers: [ended] }), [11], podLife);
    expect(live.row('pod', 10, NOW_MS)).toMatchObject({ cpuUsedCores: null, dataAt: null });
    expect(live.row('container', 11, NOW_MS)).toMatchObject({ cpuUsedCores: null, dataAt: null });
  });

  it('ignores late samples', () => {
    const live = oneCluster();
    live.putPod(1, 10, podOf({ phase: 'Failed', containers: [ended] }), [11], podLife);
    sample(live, 'pod', 10, NOW_MS, 4);
    sample(live, 'container', 11, NOW_MS, 4);
    expect(live.row('pod', 10, NOW_MS)).toMatchObject({ cpuUsedCores: null });
    expect(live.row('container', 11, NOW_MS)).toMatchObject({ cpuUsedCores: null });
  });
});

describe('a parent', () => {
  it('has the worst state of its children in a separate field', () => {
    const live = oneCluster();
    live.put('node', 1, 10, nodeOf(), life);
    live.applySamples('node', Int32Array.of(10), NOW_MS, {});
    live.putPod(1, 20, podOf({ nodeName: 'node-1' }), [], podLife);
    live.putPod(1, 21, podOf({ nodeName: 'node-1', phase: 'Failed' }), [], podLife);
    live.setAlarms('pod', 21, 0, 3);
    expect(live.row('node', 10, NOW_MS)).toMatchObject({ monResult: 'normal', childMonResult: 'critical' });
    expect(live.clusterState(1, NOW_MS)).toMatchObject({ monResult: 'normal', childMonResult: 'critical' });
    live.remove('pod', 21);
    expect(live.row('node', 10, NOW_MS)).toMatchObject({ childMonResult: 'normal' });
  });

  it('sums the requests of running pods, not of ended ones, and the limits that are set', () => {
    const live = oneCluster();
    const partly = { cpuRequestCores: 0.5, cpuLimitCores: -1, cpuLimitSumCores: 0.25 };
    live.putPod(1, 20, podOf({ nodeName: 'node-1', ...partly }), [], podLife);
    live.putPod(1, 21, podOf({ nodeName: 'node-1', cpuRequestCores: 2, phase: 'Succeeded' }), [], podLife);
    live.put('node', 1, 10, nodeOf(), life);
    expect(live.row('node', 10, NOW_MS)).toMatchObject({
      podCnt: 1,
      cpuRequestCores: 0.5,
      cpuLimitCores: 0.25,
    });
    expect(live.podsByPhase(10)).toEqual({ Running: 1, Succeeded: 1 });
  });
});

describe('ids that a 32-bit floating point number cannot hold', () => {
  it('are sorted and found exactly, up to the largest id', () => {
    const live = oneCluster();
    const ids = [2 ** 24 + 1, 2 ** 24, 2 ** 24 + 3, 2 ** 24 + 2, 2 ** 31 - 1, 2 ** 31 - 2];
    for (const id of ids) live.putPod(1, id, podOf({ name: `pod-${id}` }), [], podLife);
    const query = { hostIds: new Set([1]), pageNo: 1, pageCnt: 10, nowMs: NOW_MS };
    const sorted = ids.toSorted((a, b) => a - b);
    expect(live.list('pod', { ...query, orderBy: ['podId'] }).list.map(({ podId }) => podId)).toEqual(sorted);
    const { list } = live.list('pod', {
      ...query,
      filter: { podId: [2 ** 24 + 1, 2 ** 31 - 1].map((id) => PodId.parse(id)) },
    });
    expect(list.map(({ podId }) => podId)).toEqual([2 ** 24 + 1, 2 ** 31 - 1]);
    const clusters = { isAllCluster: true, clusterList: [] };
    const tiles = live.dashboardTiles(
      { ...clusters, objectType: 'pod', groupBy: 'none', sortBy: 'MON_RESULT' },
      new Set([1]),
      NOW_MS,
    );
    expect([...tiles.id].sort((a, b) => a - b)).toEqual(sorted);
  });
});

describe('a long list', () => {
  it('is sorted by several keys on every page', () => {
    const live = oneCluster();
    const cnt = 9000;
    for (let at = 0; at < cnt; at++) {
      const state = podOf({
        name: `pod-${(at * 7919) % 500}`,
        namespace: `team-${at % 3}`,
        restartCnt: (at * 31) % 7,
        cpuLimitCores: at % 4 === 0 ? -1 : at % 11,
      });
      live.putPod(1, at + 1, state, [], podLife);
    }
    const hostIds = new Set([1]);
    const all = {
      hostIds,
      pageNo: 1,
      pageCnt: cnt,
      nowMs: NOW_MS,
      filter: { namespace: ['team-1', 'team-2'] },
    };
    for (const orderBy of [
      ['-cpuLimitCores', 'name'],
      ['namespace', '-restartCnt', '-name'],
      ['name'],
    ] as const) {
      const whole = live.list('pod', { ...all, orderBy });
      const rows = naiveList('pod', live.list('pod', all).list, {
        filter: {},
        orderBy,
        pageNo: 1,
        pageCnt: cnt,
      });
      expect(whole.totalCnt).toBe(6000);
      expect(whole.list).toEqual(rows.list);
      for (const pageNo of [1, 17, 60, 61]) {
        const page = live.list('pod', { ...all, orderBy, pageNo, pageCnt: 100 });
        expect(page.list).toEqual(rows.list.slice((pageNo - 1) * 100, pageNo * 100));
      }
    }
  });
});

describe('a stored object', () => {
  it('is returned unchanged, with its containers in order', () => {
    const live = oneCluster();
    const state = podOf({
      name: '__proto__',
      ownerName: 'Ünïcode-웹',
      startedAtMs: 5,
      containers: [
        containerOf({ name: 'b', exitCode: 3 }),
        containerOf({ name: 'a', stateReason: 'OOMKilled' }),
      ],
    });
    live.putPod(1, 20, state, [21, 22], podLife);
    expect(live.stateOf('pod', 20)).toEqual(state);
    expect(live.containersOf(20, NOW_MS).map(({ containerId, name }) => [containerId, name])).toEqual([
      [21, 'b'],
      [22, 'a'],
    ]);
    live.putPod(1, 20, { ...state, containers: [containerOf({ name: 'a' })] }, [22], podLife);
    expect(live.has('container', 21)).toBe(false);
    expect(live.names('container', 1)).toEqual([
      { containerId: 22, name: 'a', podId: 20, podName: '__proto__', namespace: 'default' },
    ]);
  });

  it('is listed by name, and containers of the same name by pod', () => {
    const live = oneCluster();
    for (const [at, name] of ['web', 'api', 'db'].entries()) {
      const containers = [containerOf({ name: 'main' }), containerOf({ name: 'log' })];
      live.putPod(1, 20 + at * 3, podOf({ name, containers }), [21 + at * 3, 22 + at * 3], podLife);
    }
    expect(live.names('pod', 1).map(({ name }) => name)).toEqual(['api', 'db', 'web']);
    expect(live.names('container', 1).map(({ name, podName }) => `${name} ${podName}`)).toEqual([
      'log api',
      'log db',
      'log web',
      'main api',
      'main db',
      'main web',
    ]);
  });

  it('gives rows that match the contract', () => {
    const live = oneCluster();
    live.put('node', 1, 10, nodeOf(), life);
    live.putPod(1, 20, podOf({ nodeName: 'node-1' }), [], podLife);
    expect(NodeRow.parse(live.row('node', 10, NOW_MS))).toEqual(live.row('node', 10, NOW_MS));
    expect(PodRow.parse(live.row('pod', 20, NOW_MS))).toEqual(live.row('pod', 20, NOW_MS));
    const summary = { ...live.clusterSummary(1, NOW_MS), serverTime: new Date(NOW_MS).toISOString() };
    expect(getClusterSummary.response.parse(summary)).toEqual(summary);
  });

  it('has the new name and group of its cluster after a change', () => {
    const live = oneCluster();
    live.put('node', 1, 10, nodeOf(), life);
    live.setCluster({ hostId: 1, name: 'busan', subGroupId: 6 });
    expect(live.row('node', 10, NOW_MS)?.clusterName).toBe('busan');
    expect([...live.hostIds(new Set([5]))]).toEqual([]);
    expect([...live.hostIds(new Set([6]))]).toEqual([1]);
    live.removeCluster(1);
    expect(live.row('node', 10, NOW_MS)).toBeNull();
    expect(() => live.put('node', 1, 10, nodeOf(), life)).toThrow('cluster 1');
  });

  it('is unmonitored after its deletion', () => {
    const live = oneCluster();
    live.putPod(1, 20, podOf(), [], { ...podLife, deletedAtMs: NOW_MS });
    expect(live.row('pod', 20, NOW_MS + 60 * MINUTE_MS)).toMatchObject({
      monResult: 'unmonitored',
      isStale: false,
      deletedAt: new Date(NOW_MS).toISOString(),
    });
    expect(live.clusterState(1, NOW_MS)?.podCnt).toBe(0);
  });
});

describe('the sums of a cluster', () => {
  it('use the values of nodes only, so that a host-network pod counts once', () => {
    const live = oneCluster();
    live.put('node', 1, 10, nodeOf(), life);
    live.put('node', 1, 11, nodeOf({ name: 'node-2' }), life);
    live.putPod(1, 20, podOf({ nodeName: 'node-1', isHostNetwork: true, restartCnt: 3 }), [], podLife);
    sample(live, 'node', 10, NOW_MS, 100);
    sample(live, 'pod', 20, NOW_MS, 100);
    expect(live.clusterMetrics(1)).toMatchObject({
      netRxBps: 100,
      cpuUsedCores: 100,
      nodeCnt: 2,
      podCnt: 1,
      podRunningCnt: 1,
      restartCnt: 3,
      pvUsedBytes: Number.NaN,
    });
  });

  it('exclude virtual nodes and the pods on them', () => {
    const live = oneCluster();
    const aci = { name: 'aci', isVirtual: true, cpuAllocatableCores: 10_000, podCapacity: 5000 };
    live.put('node', 1, 10, nodeOf(), life);
    live.put('node', 1, 11, nodeOf(aci), life);
    const asking = { cpuRequestCores: 0.5, cpuLimitSumCores: 1 };
    live.putPod(1, 20, podOf({ nodeName: 'node-1', ...asking }), [], podLife);
    live.putPod(1, 21, podOf({ name: 'burst', nodeName: 'aci', ...asking }), [], podLife);
    live.putPod(1, 22, podOf({ name: 'waits', phase: 'Pending', ...asking }), [], podLife);
    sample(live, 'node', 10, NOW_MS, 2);
    sample(live, 'node', 11, NOW_MS, 7);
    expect(live.clusterSummary(1, NOW_MS)).toMatchObject({
      virtualNodeCnt: 1,
      cpuCores: { used: 2, request: 0.5, waitingRequest: 0.5, limit: 1, allocatable: 3.8, capacity: 4 },
      pods: { used: 1, waiting: 1, allocatable: 110 },
      nodeCnt: 2,
      nodeReadyCnt: 2,
      podCnt: 3,
    });
    expect(live.clusterMetrics(1)).toMatchObject({ cpuUsedCores: 2, nodeCnt: 2, podRunningCnt: 2 });
  });

  it('know which pods are being deleted, so that their failure raises nothing', () => {
    const live = oneCluster();
    live.putPod(1, 20, podOf({ phase: 'Failed' }), [], podLife);
    live.putPod(1, 21, podOf({ name: 'collected', phase: 'Failed', deletingAtMs: NOW_MS }), [], podLife);
    const snapshot = live.alarmSnapshot(1, NOW_MS, { within: () => 0 });
    const { facts, object } = snapshot?.facts('pod') ?? {};
    const found = [...(snapshot?.objects('pod').slots ?? [])].map((slot) => {
      if (object) object.slot = slot;
      return facts?.isTerminating;
    });
    expect(found.sort()).toEqual([false, true]);
  });

  it('count an unschedulable pod as waiting request, not as request', () => {
    const live = oneCluster();
    live.put('node', 1, 10, nodeOf({ cpuAllocatableCores: 16 }), life);
    const huge = { cpuRequestCores: 64, memRequestBytes: 1e12, cpuLimitSumCores: 64 };
    live.putPod(1, 20, podOf({ nodeName: 'node-1', cpuRequestCores: 4, cpuLimitSumCores: 8 }), [], podLife);
    live.putPod(1, 21, podOf({ name: 'huge', phase: 'Pending', ...huge }), [], podLife);
    expect(live.clusterSummary(1, NOW_MS)).toMatchObject({
      cpuCores: { request: 4, waitingRequest: 64, limit: 8, allocatable: 16 },
      memBytes: { request: 0, waitingRequest: 1e12 },
      pods: { used: 1, waiting: 1 },
    });
    expect(
      live.alarmSnapshot(1, NOW_MS, { within: () => 0 })?.clusterFacts({ isGrace: () => false }),
    ).toMatchObject({
      cpuRequestPct: 25,
      memRequestPct: 0,
    });
  });

  it('include virtual nodes when there are no others', () => {
    const live = oneCluster();
    live.put('node', 1, 11, nodeOf({ isVirtual: true, cpuAllocatableCores: 10_000 }), life);
    sample(live, 'node', 11, NOW_MS, 7);
    expect(live.clusterSummary(1, NOW_MS)).toMatchObject({
      virtualNodeCnt: 0,
      cpuCores: { used: 7, allocatable: 10_000 },
    });
  });

  it('exclude the last values of a silent node', () => {
    const live = oneCluster();
    live.put('node', 1, 10, nodeOf(), life);
    live.put('node', 1, 11, nodeOf({ name: 'node-2', condition: 'NotReady' }), life);
    sample(live, 'node', 10, NOW_MS, 7);
    sample(live, 'node', 11, NOW_MS - 6 * MINUTE_MS, 100);
    expect(live.clusterMetrics(1)).toMatchObject({ cpuUsedCores: 7, nodeReadyCnt: 1 });
  });

  it('count the usage of volumes by the claims bound to them', () => {
    const live = oneCluster();
    live.put('volume', 1, 30, volumeOf({ claimNamespace: 'default', claimName: 'data' }), life);
    live.put(
      'volume',
      1,
      31,
      volumeOf({ name: 'pv-2', phase: 'Released', claimNamespace: 'default', claimName: 'data' }),
      life,
    );
    live.put('claim', 1, 32, claimOf({ volumeName: 'pv-1' }), life);
    live.applySamples('claim', Int32Array.of(32), NOW_MS, { usedBytes: Float64Array.of(250) });
    expect(live.row('volume', 30, NOW_MS)).toMatchObject({ pvcId: 32, usedBytes: 250, usedPct: 25 });
    expect(live.row('volume', 31, NOW_MS)).toMatchObject({ pvcId: null, usedBytes: null });
    expect(live.clusterSummary(1, NOW_MS)?.volume).toEqual({
      cnt: 2,
      unboundCnt: 1,
      capacityBytes: 2000,
      usedBytes: 250,
      utilizationPct: 25,
    });
  });

  it('count the restarts of the last hour', () => {
    const live = oneCluster();
    const pod = (restartCnt: number, startedAtMs: number) =>
      podOf({ restartCnt, containers: [containerOf({ restartCnt, startedAtMs })] });
    live.putPod(1, 20, pod(40, NOW_MS - 90 * MINUTE_MS), [21], podLife);
    expect(live.clusterSummary(1, NOW_MS)).toMatchObject({ restartCnt: 40, recentRestartCnt: 0 });
    live.putPod(1, 20, pod(43, NOW_MS - MINUTE_MS), [21], podLife);
    expect(live.clusterSummary(1, NOW_MS)).toMatchObject({ restartCnt: 43, recentRestartCnt: 3 });
    expect(live.clusterSummary(1, NOW_MS + 61 * MINUTE_MS)?.recentRestartCnt).toBe(0);
  });

  it('is not normal while its agent may not read it, and stale after five minutes without nodes or pods', () => {
    const live = oneCluster();
    const contact = (
      minutes: number,
      problems: readonly (readonly ['apiForbidden' | 'kubeletError', string])[],
    ) => {
      const atMs = NOW_MS + minutes * MINUTE_MS;
      const since = new Date(NOW_MS + MINUTE_MS).toISOString();
      const problemList = problems.map(([problem, detail]) => ({ problem, detail, since }));
      const own = {
        agentId: 'a',
        role: 'cluster',
        version: '1.0',
        lastBatchAtMs: atMs,
        clockSkewMs: 0,
      } as const;
      live.recordContact(1, { atMs, agent: { ...own, problemList } });
      const { monResult, isStale, dataAt } = live.clusterState(1, atMs) ?? {};
      return [monResult, isStale, dataAt && (Date.parse(dataAt) - NOW_MS) / MINUTE_MS];
    };
    expect(contact(1, [['kubeletError', 'node-1: status 500']])).toEqual(['normal', false, 1]);
    // The other kinds are still collected.
    expect(contact(4, [['apiForbidden', 'event: status 403']])).toEqual(['stale', false, 4]);
    expect(contact(5, [['apiForbidden', 'pod: status 403']])).toEqual(['stale', false, 4]);
    expect(contact(10, [['apiForbidden', 'pod: status 403']])).toEqual(['stale', true, 4]);
    expect(contact(11, [])).toEqual(['normal', false, 11]);
  });

  it('list the active agents and their problems', () => {
    const live = oneCluster();
    const agent = { role: 'node', version: '1.0', clockSkewMs: 0, problemList: [] } as const;
    live.recordContact(1, {
      atMs: NOW_MS,
      agent: { ...agent, agentId: 'b', lastBatchAtMs: NOW_MS, clockSkewMs: 40_000 },
    });
    live.recordContact(1, {
      atMs: NOW_MS,
      agent: { ...agent, agentId: 'a', lastBatchAtMs: NOW_MS - 10 * MINUTE_MS },
    });
    expect(live.clusterSummary(1, NOW_MS)).toMatchObject({
      agentCnt: 1,
      agentVersionList: ['1.0'],
      agentList: [{ agentId: 'b', isClockWrong: true }],
    });
  });
});
