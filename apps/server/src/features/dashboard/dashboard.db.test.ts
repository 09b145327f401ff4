import { gunzipSync } from 'node:zlib';
import { getDashboardObjects, getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import { DashboardPartReader, mergeDashboardParts } from '@gwanje/contract/dashboard/dashboard-parts';
import { API_PREFIX } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { MAX_VALUED } from '../../history/as-of.ts';
import { dashboardObjectsOf, plainObjects } from '../../live/testing/dashboard-objects.ts';
import { containerOf, podLife, podOf } from '../../live/testing/states.ts';
import { FIRST_MS, GONE_MS, MINUTE_MS } from '../../testing/collected.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { ownApp } from '../../testing/describe-with-app.ts';

const app = ownApp();

const all = { isAllCluster: true, clusterList: [] };
const pods = { ...all, objectType: 'pod', groupBy: 'node', sortBy: 'CPU_USED_LIMIT' };

describe('the dashboard', () => {
  it('returns the objects of the allowed groups only', async () => {
    const { caller, seen, foreignHostId } = await collectedScene(app());
    const objects = await dashboardObjectsOf(caller, pods);
    expect(objects).toMatchObject({
      id: [seen.podId],
      name: ['web'],
      groupList: [{ id: seen.nodeId, name: 'node-1', cnt: 1 }],
    });
    const foreign = { ...pods, isAllCluster: false, clusterList: [foreignHostId] };
    expect((await dashboardObjectsOf(caller, foreign)).id).toEqual([]);
    const none = { ...pods, isAllCluster: false, clusterList: [] };
    expect((await dashboardObjectsOf(caller, none)).id).toEqual([]);
    const summary = await caller.ok(getDashboardSummary, { body: all });
    expect(summary.stateList.map(({ objectType, totalCnt }) => `${objectType} ${totalCnt}`).sort()).toEqual([
      'cluster 1',
      'container 2',
      'node 1',
      'pod 1',
    ]);
    expect(summary.platformList).toHaveLength(1);
  });

  it('returns binary columns, compressed for a client that accepts it', async () => {
    const { caller, hostId } = await collectedScene(app());
    const { live } = app().services;
    for (let at = 0; at < 6000; at++)
      live.putPod(hostId, 1_000_000 + at, podOf({ name: `many-"${at}"` }), [], podLife);
    const plain = await dashboardObjectsOf(caller, pods);
    expect(plain.id).toHaveLength(6001);
    const answer = await app().app.inject({
      method: 'POST',
      url: `${API_PREFIX}${getDashboardObjects.path}`,
      payload: { ...pods, isAllCluster: false, clusterList: [hostId] },
      headers: {
        origin: app().origin,
        cookie: `${SESSION_COOKIE}=${await app().newToken('key')}`,
        'accept-encoding': 'gzip, zstd;q=0.5',
      },
    });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-encoding': 'gzip',
      'cache-control': 'no-store',
    });
    expect({ ...plainObjects(gunzipSync(answer.rawPayload)), serverTime: '' }).toEqual({
      ...plain,
      serverTime: '',
    });
  });

  it('streams many objects in parts', async () => {
    const { caller, hostId } = await collectedScene(app());
    const { live } = app().services;
    const cnt = 150_001;
    const containers = Array.from({ length: cnt }, () => containerOf());
    const ids = containers.map((_, at) => 10_000_000 + at);
    live.putPod(hostId, 9_000_000, podOf({ name: 'many', containers }), ids, podLife);
    const body = { ...all, objectType: 'container', groupBy: 'cluster', sortBy: 'CONTAINER_STATE' };
    const { content } = await caller.call(getDashboardObjects, { body });
    live.remove('pod', 9_000_000);
    const reader = new DashboardPartReader();
    const parts = reader.add(content ?? Buffer.alloc(0));
    expect(parts.map(({ followingCnt }) => followingCnt > 0)).toEqual([
      ...parts.slice(1).map(() => true),
      false,
    ]);
    expect(parts.length).toBeGreaterThan(5);
    const merged = mergeDashboardParts(parts, 'CONTAINER_STATE');
    expect(merged.groupList).toMatchObject([{ id: hostId, cnt: cnt + 2 }]);
    expect(new Set(merged.id).size).toBe(cnt + 2);
  });

  it.each([
    ['pod', 'node', 'POD_PHASE'],
    ['container', 'pod', 'CPU_USED_CORE'],
    ['node', 'cluster', 'CPU_USED_ALLOCATABLE'],
    ['cluster', 'none', 'PV_UTILIZATION'],
  ])('returns %ss as they were in the past', async (objectType, groupBy, sortBy) => {
    const { caller, hostId, seen, nowMs } = await collectedScene(app());
    const at = new Date(nowMs - FIRST_MS + MINUTE_MS).toISOString();
    const body = { ...all, objectType, groupBy, sortBy, at };
    const objects = await dashboardObjectsOf(caller, body);
    const expected: Record<string, unknown> = {
      pod: { name: ['gone', 'web'], groupList: [{ id: seen.nodeId, cnt: 2 }], monResult: [3, 3] },
      container: { groupList: [{ name: expect.stringContaining('gone'), cnt: 2 }, { cnt: 2 }] },
      node: { id: [seen.nodeId], value: [(0.5 / 8) * 100], monResult: [3] },
      cluster: { id: [hostId], value: [40], monResult: [3] },
    };
    expect({ ...objects, name: [...objects.name].sort() }).toMatchObject(expected[objectType] ?? {});
    if (objectType === 'container') expect(objects.value).toEqual([0.125, null, 0.125, null]);
  });

  it('marks objects without recent data as stale', async () => {
    const { caller, nowMs } = await collectedScene(app());
    const at = new Date(nowMs - GONE_MS - 5 * MINUTE_MS).toISOString();
    const objects = await dashboardObjectsOf(caller, { ...pods, sortBy: 'MON_RESULT', at });
    expect(objects).toMatchObject({ monResult: [2, 2], isStale: [1, 1] });
    const cluster = { ...all, objectType: 'cluster', groupBy: 'none', sortBy: 'MON_RESULT', at };
    expect((await dashboardObjectsOf(caller, cluster)).monResult).toEqual([2]);
    const future = { ...pods, at: new Date(nowMs + 1).toISOString() };
    expect((await caller.call(getDashboardObjects, { body: future })).code).toBe(8002);
  });
});

describe('the dashboard of the past', () => {
  it('reports truncation when a past instant has more objects than the limit', async () => {
    const { caller, hostId, seen, nowMs } = await collectedScene(app());
    const at = new Date(nowMs - MINUTE_MS).toISOString();
    expect((await dashboardObjectsOf(caller, pods)).isTruncated).toBe(false);
    expect((await dashboardObjectsOf(caller, { ...pods, at })).isTruncated).toBe(false);
    await sql`
      with copies as (
        insert into object (object_id, host_id, kind, uid, name, namespace, node_id, first_seen_at, last_seen_at, state)
        select nextval('object_id_seq'), host_id, kind, uid || no, name || no, namespace, node_id, first_seen_at,
          last_seen_at, state
        from object, generate_series(1, ${MAX_VALUED}::int) no where object_id = ${seen.podId}
        returning object_id)
      insert into object_change (host_id, object_id, at, changes, state)
      select ${hostId}::int, copies.object_id, c.at, c.changes, c.state
      from copies, object_change c where c.object_id = ${seen.podId}`.execute(app().db);
    const later = new Date(nowMs - MINUTE_MS + 1000).toISOString();
    expect((await dashboardObjectsOf(caller, { ...pods, at: later })).isTruncated).toBe(true);
  });
});
