import type { SearchConditions } from '@gwanje/contract/dashboard/dashboard';
import { decodeDashboardObjects, encodeDashboardObjects } from '@gwanje/contract/dashboard/dashboard-objects';
import { mergeDashboardParts } from '@gwanje/contract/dashboard/dashboard-parts';
import { HostId } from '@gwanje/contract/definition/fields';
import { monResults } from '@gwanje/contract/objects/object-states';
import { workloadRecord } from '@gwanje/kinds/testing/records';
import { workloadState } from '@gwanje/kinds/workload/index';
import { describe, expect, it } from 'vitest';
import { LiveState } from '../live-state.ts';
import { plainObjects } from '../testing/dashboard-objects.ts';
import { claimOf, containerOf, life, NOW_MS, nodeOf, podLife, podOf, volumeOf } from '../testing/states.ts';

const all = { isAllCluster: true, clusterList: [] };
const both = new Set([1, 2]);

function exampleState(): LiveState {
  const live = new LiveState();
  for (const hostId of [1, 2]) {
    live.setCluster({ hostId, name: `c${hostId}`, subGroupId: hostId });
    live.recordContact(hostId, { atMs: NOW_MS });
    live.put('node', hostId, hostId * 100, nodeOf({ name: 'node-1' }), life);
    for (const at of [1, 2, 3]) {
      const state = podOf({
        name: `pod-${at}`,
        nodeName: at === 3 ? null : 'node-1',
        namespace: at === 1 ? 'kube-system' : 'default',
        phase: at === 2 ? 'Pending' : 'Running',
        cpuLimitCores: 2,
        containers: [containerOf(), containerOf({ name: 'b' })],
      });
      const id = hostId * 1000 + at * 10;
      live.putPod(hostId, id, state, [id + 1, id + 2], podLife);
    }
    const ids = Int32Array.of(hostId * 1000 + 10, hostId * 1000 + 20);
    live.applySamples('pod', ids, NOW_MS, { cpuUsedCores: Float64Array.of(hostId, 0.5) });
  }
  return live;
}

function objectsOf(live: LiveState, ...conditions: Parameters<LiveState['dashboardTiles']>) {
  const rest = { serverTime: new Date(NOW_MS).toISOString(), isTruncated: false };
  return plainObjects(encodeDashboardObjects({ ...live.dashboardTiles(...conditions), ...rest }));
}

describe('dashboard objects', () => {
  it('are sorted by value, largest first, unknown values last', () => {
    const answer = objectsOf(
      exampleState(),
      { ...all, objectType: 'pod', groupBy: 'none', sortBy: 'CPU_USED_LIMIT' },
      both,
      NOW_MS,
    );
    expect(answer.id).toEqual([2010, 1010, 1020, 2020, 1030, 2030]);
    expect(answer.value).toEqual([100, 50, 25, 25, null, null]);
    expect(answer.groupList).toEqual([{ id: null, name: '', cnt: 6 }]);
  });

  it('without a limit have the value -1, after known values and before unknown ones', () => {
    const live = exampleState();
    const unlimited = podOf({ name: 'free', cpuLimitCores: -1, memLimitBytes: 1000 });
    live.putPod(1, 1040, unlimited, [], podLife);
    live.applySamples('pod', Int32Array.of(1040), NOW_MS, {
      cpuUsedCores: Float64Array.of(3),
      memUsedBytes: Float64Array.of(500),
    });
    const valuesOf = (sortBy: 'CPU_USED_LIMIT' | 'MEM_USED_LIMIT') => {
      const conditions = { ...all, objectType: 'pod', groupBy: 'none', sortBy } as const;
      const { id, value } = objectsOf(live, conditions, new Set([1]), NOW_MS);
      return id.map((podId, at) => [podId, value[at]]);
    };
    expect(valuesOf('CPU_USED_LIMIT')).toEqual([
      [1010, 50],
      [1020, 25],
      [1040, -1],
      [1030, null],
    ]);
    expect(valuesOf('MEM_USED_LIMIT')[0]).toEqual([1040, 50]);
  });

  it('of an unmonitored cluster are unmonitored on the map, in lists and in sums', () => {
    const live = exampleState();
    live.setMonitored('cluster', 2, false);
    const conditions = { ...all, objectType: 'pod', groupBy: 'none', sortBy: 'MON_RESULT' } as const;
    const { id, monResult } = objectsOf(live, conditions, both, NOW_MS);
    const stateOf = (podId: number) => monResults[monResult[id.indexOf(podId)] ?? -1];
    expect([1010, 2010, 2020].map(stateOf)).toEqual(['normal', 'unmonitored', 'unmonitored']);
    expect(live.row('node', 200, NOW_MS)).toMatchObject({
      monResult: 'unmonitored',
      childMonResult: 'unmonitored',
    });
    const { list } = live.list('pod', { hostIds: both, filter: {}, nowMs: NOW_MS, pageNo: 1, pageCnt: 9 });
    expect(list.filter((pod) => pod.monResult === 'unmonitored').map(({ hostId }) => hostId)).toEqual([
      2, 2, 2,
    ]);
  });

  it('are sorted by group first, separately per cluster, "no group" last', () => {
    const answer = objectsOf(
      exampleState(),
      { ...all, objectType: 'pod', groupBy: 'node', sortBy: 'POD_PHASE' },
      both,
      NOW_MS,
    );
    expect(answer.groupList).toEqual([
      { id: 100, name: 'c1/node-1', cnt: 2 },
      { id: 200, name: 'c2/node-1', cnt: 2 },
      { id: null, name: '', cnt: 2 },
    ]);
    expect(answer.id).toEqual([1020, 1010, 2020, 2010, 1030, 2030]);
    expect(answer.group).toEqual([0, 0, 1, 1, 2, 2]);
    expect(answer.value).toEqual([2, 3, 2, 3, 3, 3]);
  });

  it('of type container are grouped by pod, namespace or cluster', () => {
    const live = exampleState();
    const by = (groupBy: 'pod' | 'namespace' | 'cluster') =>
      objectsOf(
        live,
        { ...all, objectType: 'container', groupBy, sortBy: 'CONTAINER_STATE' },
        new Set([1]),
        NOW_MS,
      ).groupList.map(({ name, cnt }) => [name, cnt]);
    expect(by('pod')).toEqual([
      ['default/pod-2', 2],
      ['default/pod-3', 2],
      ['kube-system/pod-1', 2],
    ]);
    expect(by('namespace')).toEqual([
      ['default', 4],
      ['kube-system', 2],
    ]);
    expect(by('cluster')).toEqual([['c1', 6]]);
  });

  it('are grouped by workload, with its id if it is known and without a group if a pod has no owner', () => {
    const live = exampleState();
    const owned = { namespace: 'shop', ownerName: 'web' };
    live.putPod(1, 1040, podOf({ ...owned, name: 'a', ownerKind: 'Deployment' }), [], podLife);
    live.putPod(1, 1050, podOf({ ...owned, name: 'b', ownerKind: 'Deployment' }), [], podLife);
    live.putPod(1, 1060, podOf({ ...owned, name: 'c', ownerKind: 'StatefulSet' }), [], podLife);
    live.put('workload', 1, 77, workloadState(workloadRecord()), life);
    const { groupList } = objectsOf(
      live,
      { ...all, objectType: 'pod', groupBy: 'workload', sortBy: 'MON_RESULT' },
      new Set([1]),
      NOW_MS,
    );
    expect(groupList.toSorted((a, b) => b.cnt - a.cnt || Number(a.id) - Number(b.id))).toEqual([
      { id: null, name: '', cnt: 3 },
      { id: 77, name: 'shop/web', cnt: 2 },
      { id: null, name: 'shop/web', cnt: 1 },
    ]);
  });

  it('are those of the selected clusters that the caller may see', () => {
    const live = exampleState();
    const chosen = (ids: number[], hostIds: Set<number>) =>
      objectsOf(
        live,
        {
          isAllCluster: false,
          clusterList: ids.map((id) => HostId.parse(id)),
          objectType: 'node',
          groupBy: 'none',
          sortBy: 'MON_RESULT',
        },
        hostIds,
        NOW_MS,
      ).id;
    expect(chosen([1, 2], new Set([2]))).toEqual([200]);
    expect(chosen([], both)).toEqual([]);
  });

  it('of type cluster are sorted by state or by volumes', () => {
    const live = exampleState();
    live.setAlarms('cluster', 2, 1, 0);
    live.put('volume', 1, 501, volumeOf({ phase: 'Available' }), life);
    const by = (sortBy: 'MON_RESULT' | 'PV_UNBOUND') =>
      objectsOf(live, { ...all, objectType: 'cluster', groupBy: 'none', sortBy }, both, NOW_MS);
    expect(by('MON_RESULT')).toMatchObject({ id: [2, 1], monResult: [1, 3], value: [1, 3] });
    expect(by('PV_UNBOUND')).toMatchObject({ id: [1, 2], value: [1, 0] });
  });
});

describe('dashboard summary', () => {
  it('counts every type by state', async () => {
    const live = exampleState();
    live.setMonitored('pod', 1010, false);
    live.setAlarms('pod', 1020, 2, 1);
    const { stateList } = await live.dashboardSummary(both, NOW_MS);
    expect(stateList.map(({ objectType, totalCnt }) => [objectType, totalCnt])).toEqual([
      ['container', 12],
      ['pod', 6],
      ['node', 2],
      ['cluster', 2],
    ]);
    expect(stateList[1]?.counts).toEqual({ critical: 1, warning: 0, stale: 0, normal: 4, unmonitored: 1 });
    expect(Object.keys(stateList[1]?.counts ?? {})).toEqual([...monResults]);
  });

  it('sums what pods without a node request, and leaves out finished pods', async () => {
    const live = exampleState();
    const asking = { nodeName: null, cpuRequestCores: 2, memRequestBytes: 100 };
    live.putPod(1, 1050, podOf({ ...asking, name: 'waits', phase: 'Pending' }), [], podLife);
    live.putPod(
      2,
      2050,
      podOf({ ...asking, name: 'waits', phase: 'Pending', memRequestBytes: -1 }),
      [],
      podLife,
    );
    live.putPod(2, 2060, podOf({ ...asking, name: 'failed', phase: 'Failed' }), [], podLife);
    const before = (await exampleState().dashboardSummary(both, NOW_MS)).waiting;
    expect((await live.dashboardSummary(both, NOW_MS)).waiting).toEqual({
      podCnt: (before?.podCnt ?? 0) + 2,
      cpuCores: (before?.cpuCores ?? 0) + 4,
      memBytes: (before?.memBytes ?? 0) + 100,
    });
  });

  it('counts the open alarms of the selected clusters', async () => {
    const live = exampleState();
    live.setOpenAlarms(1, { warning: 2, critical: 1 });
    live.setOpenAlarms(2, { warning: 0, critical: 4 });
    // Three alarms are folded under one of the open alarms: they turn the pod red but do not count.
    live.setAlarms('pod', 1020, 0, 3);
    expect((await live.dashboardSummary(both, NOW_MS)).alarmCnt).toEqual({ warning: 2, critical: 5 });
    expect((await live.dashboardSummary(new Set([1]), NOW_MS)).alarmCnt).toEqual({ warning: 2, critical: 1 });
  });

  it('counts volumes and claims by phase', async () => {
    const live = exampleState();
    live.put('volume', 1, 5001, volumeOf({ phase: 'Bound' }), life);
    live.put('volume', 2, 5002, volumeOf({ phase: 'Released' }), life);
    live.put('claim', 1, 5003, claimOf({ phase: 'Pending' }), life);
    live.put('claim', 1, 5004, claimOf({ phase: 'Lost' }), life);
    live.put('claim', 2, 5005, claimOf({ phase: 'Bound' }), life);
    expect(await live.dashboardSummary(both, NOW_MS)).toMatchObject({
      volume: { cnt: 2, boundCnt: 1 },
      claim: { cnt: 3, pendingCnt: 1, lostCnt: 1 },
    });
    expect(await live.dashboardSummary(new Set([2]), NOW_MS)).toMatchObject({
      volume: { cnt: 1, boundCnt: 0 },
    });
  });

  it('lets others run in the middle of a cluster, and leaves out what they delete', async () => {
    const live = exampleState();
    const podCnt = 20_000;
    for (let at = 0; at < podCnt; at++) live.putPod(1, 10_000 + at, podOf({ containers: [] }), [], podLife);
    const cntOf = async (summary: ReturnType<LiveState['dashboardSummary']>) =>
      (await summary).stateList[1]?.totalCnt;
    const summary = cntOf(live.dashboardSummary(both, NOW_MS, 0));
    // The first part of the pods is counted. Pods of another cluster take over the slots of deleted ones.
    for (let at = 0; at < podCnt; at++) live.remove('pod', 10_000 + at);
    for (let at = 0; at < podCnt; at++) live.putPod(2, 50_000 + at, podOf({ containers: [] }), [], podLife);
    const inBetween = (await summary) ?? 0;
    expect(inBetween).toBeGreaterThan(podCnt + 6);
    expect(inBetween).toBeLessThan(2 * podCnt);
    expect(await cntOf(live.dashboardSummary(both, NOW_MS, 0))).toBe(podCnt + 6);

    const deleted = cntOf(live.dashboardSummary(both, NOW_MS, 0));
    live.removeCluster(1);
    expect(await deleted).toBe(podCnt + 3);
  });

  it('reads the pools of Azure clusters from labels', async () => {
    const live = exampleState();
    const facts = {
      kubernetesVersion: 'v1.31.2',
      platform: 'aks',
      isApiReachable: true,
      apiLatencyMs: 5,
    } as const;
    live.recordContact(1, { atMs: NOW_MS, facts });
    const labelled = { pool: 'np1', region: 'koreacentral', instanceType: 'D4', zone: 'z1' };
    live.put('node', 1, 100, nodeOf({ ...labelled, name: 'node-1' }), life);
    live.put(
      'node',
      1,
      101,
      nodeOf({ ...labelled, name: 'node-2', zone: 'z2', condition: 'NotReady' }),
      life,
    );
    expect((await live.dashboardSummary(both, NOW_MS)).azureList).toEqual([
      {
        hostId: 1,
        name: 'c1',
        region: 'koreacentral',
        kubernetesVersion: 'v1.31.2',
        poolList: [
          {
            name: 'np1',
            nodeCnt: 2,
            readyCnt: 1,
            vmSizeList: ['D4'],
            zoneList: ['z1', 'z2'],
            versionList: ['v1.31.0'],
          },
        ],
      },
    ]);
  });
});

const rest = { serverTime: new Date(NOW_MS).toISOString(), isTruncated: false };
const smallParts = { onePartCnt: 4, partCnt: 2 };

function decodedParts(live: LiveState, conditions: SearchConditions, sizes = smallParts) {
  return Array.from(live.dashboardParts(conditions, both, NOW_MS, sizes), (tiles) =>
    decodeDashboardObjects(encodeDashboardObjects({ ...tiles, ...rest }).buffer),
  );
}

describe('many dashboard objects', () => {
  it.each([
    ['pod', 'none', 'CPU_USED_LIMIT'],
    ['pod', 'none', 'MON_RESULT'],
    ['pod', 'node', 'POD_PHASE'],
    ['pod', 'namespace', 'CPU_USED_LIMIT'],
    ['pod', 'cluster', 'MON_RESULT'],
    ['container', 'pod', 'CONTAINER_STATE'],
  ] as const)(
    'of the type %s by %s and %s come in parts that merge into the whole',
    (objectType, groupBy, sortBy) => {
      const live = exampleState();
      const conditions = { ...all, objectType, groupBy, sortBy } as SearchConditions;
      const parts = decodedParts(live, conditions);
      const [whole] = decodedParts(live, conditions, { onePartCnt: 100, partCnt: 2 });
      expect(parts.length).toBeGreaterThan(2);
      expect(mergeDashboardParts(parts, sortBy)).toEqual(whole);
    },
  );

  it('say in each part how many follow, none in the last one', () => {
    const conditions = { ...all, objectType: 'pod', groupBy: 'none', sortBy: 'MON_RESULT' } as const;
    expect(decodedParts(exampleState(), conditions).map(({ followingCnt }) => followingCnt)).toEqual([
      4, 2, 0,
    ]);
    expect(decodedParts(exampleState(), conditions, { onePartCnt: 6, partCnt: 2 })).toHaveLength(1);
  });

  it('of a cluster that is deleted between two parts are left out, also when another cluster takes its place', () => {
    const live = exampleState();
    const conditions = { ...all, objectType: 'pod', groupBy: 'none', sortBy: 'MON_RESULT' } as const;
    const parts = live.dashboardParts(conditions, both, NOW_MS, smallParts);
    const first = parts.next().value;
    expect([...(first?.id ?? [])]).toEqual([1010, 1020]);
    live.removeCluster(1);
    live.setCluster({ hostId: 3, name: 'foreign', subGroupId: 3 });
    for (const id of [3010, 3020, 3030]) live.putPod(3, id, podOf(), [], podLife);
    expect(Array.from(parts, ({ id }) => [...id])).toEqual([[2010, 2020], [2030]]);
  });

  it('have the same groups when every cluster has namespaces of its own', () => {
    const live = new LiveState();
    const clusterCnt = 4200;
    for (let hostId = 1; hostId <= clusterCnt; hostId++) {
      live.setCluster({ hostId, name: `c${hostId}`, subGroupId: 1 });
      live.putPod(hostId, hostId, podOf({ namespace: `own-${hostId}` }), [], podLife);
    }
    const conditions = { ...all, objectType: 'pod', groupBy: 'namespace', sortBy: 'MON_RESULT' } as const;
    const { groupList, id } = live.dashboardTiles(conditions, live.hostIds(), NOW_MS);
    expect(groupList).toHaveLength(clusterCnt);
    expect(new Set(groupList.map(({ name }) => name)).size).toBe(clusterCnt);
    expect(id).toHaveLength(clusterCnt);
  });
});
