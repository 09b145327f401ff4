import { getClusterSummary, updateClusters } from '@gwanje/contract/clusters/clusters';
import { listEvents } from '@gwanje/contract/clusters/events';
import { search } from '@gwanje/kinds/calls/search';
import { querySeries } from '@gwanje/kinds/calls/series';
import { listPods } from '@gwanje/kinds/pod/calls';
import { expect, it } from 'vitest';
import { dashboardObjectsOf } from '../../live/testing/dashboard-objects.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { addMember, addUser } from '../../testing/world.ts';

describeWithSharedApp('a cluster that is moved to another group', (app) => {
  it('takes its objects, history, series and events with it', async () => {
    const {
      caller: former,
      hostId,
      seen,
      otherSubGroupId,
      foreignHostId,
      nowMs,
    } = await collectedScene(app());
    const { userNo, userId } = await addUser(app().db, { role: 2 });
    await addMember(app().db, userNo, otherSubGroupId);
    const later = await app().signIn(userId);

    /** For each call: true if it shows the cluster to this caller. */
    async function visibilityFor(caller: typeof former) {
      const page = { pageNo: 1, pageCnt: 100 };
      const at = new Date(nowMs - 60_000).toISOString();
      const conditions = {
        isAllCluster: true,
        clusterList: [],
        objectType: 'pod',
        groupBy: 'node',
        sortBy: 'CPU_USED_LIMIT',
      } as const;
      const series = {
        targets: [{ kind: 'pod', id: seen.podId }],
        metrics: ['cpuUsedCores'],
        from: new Date(nowMs - 3_600_000).toISOString(),
        to: new Date(nowMs).toISOString(),
        maxPoints: 100,
      };
      const events = await caller.ok(listEvents, { params: page, body: {} });
      const pods = await caller.ok(listPods, { params: page, body: {} });
      const earlier = await caller.ok(listPods, { params: page, body: { at } });
      const found = await caller.ok(search, { query: { q: 'web' } });
      const gone = await caller.ok(search, { query: { q: 'gone' } });
      return {
        events: events.list.some((event) => event.hostId === hostId),
        pods: pods.list.some(({ podId }) => podId === seen.podId),
        earlier: earlier.list.some(({ podId }) => podId === seen.podId),
        found: found.list.some(({ id }) => id === seen.podId),
        gone: gone.list.some(({ id }) => id === seen.gonePodId),
        dashboard: (await dashboardObjectsOf(caller, conditions)).id.includes(seen.podId),
        dashboardThen: (await dashboardObjectsOf(caller, { ...conditions, at })).id.includes(seen.podId),
        series: (await caller.call(querySeries, { body: series })).status === 200,
        summary: (await caller.call(getClusterSummary, { params: { hostId } })).status === 200,
      };
    }
    const all = {
      events: true,
      pods: true,
      earlier: true,
      found: true,
      gone: true,
      dashboard: true,
      dashboardThen: true,
      series: true,
      summary: true,
    };
    const none = Object.fromEntries(Object.keys(all).map((way) => [way, false]));

    expect([await visibilityFor(former), await visibilityFor(later)]).toEqual([all, none]);
    const { subGroupId, metaGroupId } = await app()
      .db.selectFrom('cluster')
      .innerJoin('subGroup', 'subGroup.subGroupId', 'cluster.subGroupId')
      .select(['subGroup.subGroupId', 'subGroup.metaGroupId'])
      .where('hostId', '=', foreignHostId)
      .executeTakeFirstOrThrow();
    const key = await app().signIn('key');
    await key.ok(updateClusters, { body: [{ hostId, metaGroupId, subGroupId }] });
    expect([await visibilityFor(former), await visibilityFor(later)]).toEqual([none, all]);
  });
});
