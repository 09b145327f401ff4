import {
  getClusterContents,
  listAgentVersions,
  listClusterSettings,
} from '@gwanje/contract/clusters/cluster-settings';
import { deleteCluster, updateClusters } from '@gwanje/contract/clusters/clusters';
import { expect, it } from 'vitest';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { addCluster } from '../../testing/world.ts';

const page = { pageNo: 1, pageCnt: 10 };

describeWithSharedApp('the cluster settings list', (app) => {
  it('shows clusters with their agents, filtered and sorted', async () => {
    const { caller, hostId, subGroupId } = await collectedScene(app(), 3);
    const silent = await addCluster(app().db, subGroupId, 'aaa-never-connected');
    const { list, totalCnt } = await caller.ok(listClusterSettings, {
      params: page,
      body: { orderBy: ['-nodeCnt'] },
    });
    expect(totalCnt).toBe(2);
    expect(list).toMatchObject([
      {
        hostId,
        isManaged: true,
        isMonitored: true,
        agentCnt: 1,
        nodeCnt: 1,
        isStale: false,
        agentVersion: expect.any(String),
      },
      { hostId: silent, agentVersion: null, agentCnt: 0, dataAt: null, isStale: true },
    ]);
    await caller.ok(updateClusters, { body: [{ hostId, isMonitored: false }] });
    const filtered = await caller.ok(listClusterSettings, {
      params: page,
      body: { filter: { isMonitored: false } },
    });
    expect(filtered.list.map((cluster) => cluster.hostId)).toEqual([hostId]);
  });

  it('neither lists nor counts clusters of other groups', async () => {
    const { caller, foreignHostId } = await collectedScene(app(), 3);
    const { list } = await caller.ok(listClusterSettings, { params: page, body: {} });
    expect(list.map((cluster) => cluster.hostId)).not.toContain(foreignHostId);
    const { versionList } = await caller.ok(listAgentVersions);
    expect(versionList.flatMap(({ clusterList }) => clusterList)).toHaveLength(1);
    expect((await caller.call(getClusterContents, { params: { hostId: foreignHostId } })).code).toBe(8003);
  });

  it('shows agent versions and marks outdated ones', async () => {
    const { caller, hostId, seen, nowMs } = await collectedScene(app(), 3);
    const before = await caller.ok(listAgentVersions);
    expect(before.versionList).toMatchObject([{ agentCnt: 1, clusterList: [{ hostId, agentCnt: 1 }] }]);
    const old = seen.sender.next(nowMs, {});
    const batch = { ...old.batch, seq: 1, agent: { ...old.batch.agent, id: 'old-agent', version: '0.0.1' } };
    await app().services.pipeline.accept({ ...old, batch });
    const { versionList, serverVersion } = await caller.ok(listAgentVersions);
    expect(versionList[0]).toMatchObject({ version: '0.0.1', isOutdated: true, agentCnt: 1 });
    expect(serverVersion).toMatch(/^\d+\.\d+\.\d+/);
    const { list } = await caller.ok(listClusterSettings, {
      params: page,
      body: { filter: { isAgentOutdated: true } },
    });
    expect(list).toMatchObject([{ hostId, agentCnt: 2, agentVersion: expect.stringMatching(/^0\.0\.1, /) }]);
  });

  it('reports the contents that are deleted with a cluster', async () => {
    const { caller, hostId } = await collectedScene(app(), 3);
    const contents = await caller.ok(getClusterContents, { params: { hostId } });
    expect(contents).toMatchObject({ nodeCnt: 1, podCnt: 1, volumeCnt: 1, pvcCnt: 1, openAlarmCnt: 0 });
    expect(contents.changeCnt).toBeGreaterThan(0);
    expect(contents.since).not.toBeNull();
    await caller.ok(deleteCluster, { params: { hostId } });
    expect((await caller.call(getClusterContents, { params: { hostId } })).code).toBe(8003);
  });
});
