import {
  deleteCluster,
  getCluster,
  getClusterSummary,
  insertCluster,
  listClusters,
  renameCluster,
  updateClusters,
} from '@gwanje/contract/clusters/clusters';
import { listPods } from '@gwanje/kinds/pod/calls';
import { expect, it } from 'vitest';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { uniqueName } from '../../testing/test-app.ts';
import { addCluster, addMetaGroup, addSubGroup, anyTemplate } from '../../testing/world.ts';

describeWithSharedApp('a cluster', (app) => {
  const podRequest = { params: { pageNo: 1, pageCnt: 10 }, body: {} };

  it('shows its current state', async () => {
    const { caller, hostId, nowMs } = await collectedScene(app());
    const { state } = await caller.ok(getCluster, { params: { hostId } });
    expect(state).toMatchObject({
      monResult: 'normal',
      platform: 'aks',
      kubernetesVersion: 'v1.34.1',
      isApiReachable: true,
      dataAt: new Date(nowMs).toISOString(),
      isStale: false,
      nodeCnt: 1,
      nodeReadyCnt: 1,
      podCnt: 1,
      containerCnt: 2,
    });
    const { list } = await caller.ok(listClusters, { body: {} });
    expect(list).toMatchObject([{ hostId, state }]);
    const summary = await caller.ok(getClusterSummary, { params: { hostId } });
    expect(summary).toMatchObject({
      ...state,
      cpuCores: { used: 1.5, request: 0.2, allocatable: 8 },
      podsByStatus: { Running: 1 },
      namespaceCnt: 1,
      volume: { cnt: 1, unboundCnt: 0, usedBytes: 4e8 },
      claim: { cnt: 1 },
      agentList: [{ agentId: 'agent-1', version: '0.1.0' }],
    });
  });

  it('appears when it is created and disappears when it is deleted', async () => {
    const representativeAdmin = await app().signIn('key');
    const metaGroupId = await addMetaGroup(app().db, null);
    const subGroupId = await addSubGroup(app().db, metaGroupId);
    const body = {
      name: uniqueName('new'),
      metaGroupId,
      subGroupId,
      alarmTemplateId: await anyTemplate(app().db),
    };
    const { hostId } = await representativeAdmin.ok(insertCluster, { body });
    const summary = await representativeAdmin.ok(getClusterSummary, { params: { hostId } });
    expect(summary).toMatchObject({ monResult: 'stale', dataAt: null, nodeCnt: 0, agentList: [] });
    await representativeAdmin.ok(deleteCluster, { params: { hostId } });
    expect(app().services.live.hasCluster(hostId)).toBe(false);
    expect((await representativeAdmin.call(getClusterSummary, { params: { hostId } })).code).toBe(8003);
  });

  it('keeps its objects when it is renamed and moved, and loses them when it is deleted', async () => {
    const { caller, hostId, otherSubGroupId } = await collectedScene(app());
    const representativeAdmin = await app().signIn('key');
    const name = uniqueName('renamed');
    await representativeAdmin.ok(renameCluster, { body: { hostId, name } });
    expect((await caller.ok(listPods, podRequest)).list).toMatchObject([{ clusterName: name }]);
    await representativeAdmin.ok(updateClusters, { body: [{ hostId, subGroupId: otherSubGroupId }] });
    expect((await caller.ok(listPods, podRequest)).list).toEqual([]);
    const requestOfOtherGroup = { ...podRequest, body: { subGroupIdList: [otherSubGroupId] } };
    expect((await representativeAdmin.ok(listPods, requestOfOtherGroup)).totalCnt).toBe(2);
    await representativeAdmin.ok(deleteCluster, { params: { hostId } });
    expect((await representativeAdmin.ok(listPods, requestOfOtherGroup)).totalCnt).toBe(1);
  });

  it('is listed as never connected when another process has just created it', async () => {
    const { caller, subGroupId, hostId } = await collectedScene(app());
    const newHostId = await addCluster(app().db, subGroupId);
    const { list } = await caller.ok(listClusters, { body: { orderBy: ['hostId'] } });
    expect(list.map((cluster) => [cluster.hostId, cluster.state.dataAt === null])).toEqual([
      [hostId, false],
      [newHostId, true],
    ]);
  });
});
