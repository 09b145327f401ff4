import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { listClaims } from '@gwanje/kinds/claim/calls';
import { listContainers } from '@gwanje/kinds/container/calls';
import { listNamespaces } from '@gwanje/kinds/namespace/calls';
import { listNodeNames, listNodes } from '@gwanje/kinds/node/calls';
import { listPodNames, listPods } from '@gwanje/kinds/pod/calls';
import { listVolumes } from '@gwanje/kinds/volume/calls';
import { listWorkloads } from '@gwanje/kinds/workload/calls';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { MAX_DELETED } from '../../history/deleted-objects.ts';
import { podRecord, rows, upserts } from '../../pipeline/testing/batches.ts';
import { FIRST_MS, GONE_MS, MINUTE_MS } from '../../testing/collected.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import type { Caller } from '../../testing/test-app.ts';

const page = { pageNo: 1, pageCnt: 100 };

async function listObjects(caller: Caller, endpoint: Endpoint, body: object = {}, params = page) {
  const { code, data } = await caller.call(endpoint, { params, body });
  expect(code, JSON.stringify(data)).toBe(200);
  const { list, totalCnt, isTruncated } = data as {
    list: Record<string, unknown>[];
    totalCnt: number;
    isTruncated: boolean;
  };
  const names = list.map(({ name }) => name).join(' ');
  return { list, totalCnt, isTruncated, text: `${totalCnt}: ${names}` };
}

describeWithOwnApp('lists of objects', (app) => {
  it.each([
    ['nodes', listNodes, 'nodeId', '1: node-1'],
    ['pods', listPods, 'podId', '1: web'],
    ['containers', listContainers, 'containerId', '2: main side'],
    ['volumes', listVolumes, 'volumeId', '1: pv-data'],
    ['claims', listClaims, 'pvcId', '1: data'],
    ['namespaces', listNamespaces, 'namespaceId', '1: default'],
    ['workloads', listWorkloads, 'workloadId', '1: shop'],
  ] as const)("show only the %s of the caller's groups", async (_what, endpoint, idKey, expected) => {
    const { caller, seen, hostId, subGroupId, otherSubGroupId } = await collectedScene(app());
    const answer = await listObjects(caller, endpoint, { orderBy: ['name'] });
    expect(answer.text).toBe(expected);
    expect(answer.list[0]).toMatchObject({ [idKey]: seen[idKey], hostId, deletedAt: null });
    const body = { subGroupIdList: [subGroupId], filter: { hostId } };
    const selected = await caller.call(endpoint, { params: page, body });
    expect(selected.data.totalCnt).toBe(answer.totalCnt);
    const foreign = { params: page, body: { subGroupIdList: [otherSubGroupId] } };
    expect((await caller.call(endpoint, foreign)).code).toBe(8109);
    expect((await listObjects(caller, endpoint, { filter: { hostId: hostId + 1 } })).totalCnt).toBe(0);
  });

  it('are paged, filtered and sorted, with unknown values last', async () => {
    const { caller, seen, nowMs } = await collectedScene(app());
    const api = podRecord('api', nowMs, { namespace: 'shop', phase: 'Pending', nodeName: null });
    const inventory = [upserts(api, podRecord('db', nowMs))];
    const samples = [rows('pod', nowMs, ['uid-db'], { cpuUsedCores: [3] })];
    await app().services.pipeline.accept(seen.sender.next(nowMs, { inventory, samples }));
    const text = async (body: object, params = page) =>
      (await listObjects(caller, listPods, body, params)).text;
    expect(await text({ orderBy: ['name'] })).toBe('3: api db web');
    expect(await text({ orderBy: ['-cpuUsedCores'] })).toBe('3: db web api');
    expect(await text({ orderBy: ['cpuUsedCores'] })).toBe('3: web db api');
    expect(await text({ orderBy: ['namespace', '-name'] })).toBe('3: web db api');
    expect(await text({ filter: { namespace: ['shop'] } })).toBe('1: api');
    expect(await text({ filter: { name: 'B' }, orderBy: ['name'] })).toBe('2: db web');
    expect(await text({ filter: { phase: 'Pending' } })).toBe('1: api');
    expect(await text({ filter: { nodeId: seen.nodeId }, orderBy: ['name'] })).toBe('2: db web');
    expect(await text({ filter: { cpuUsedCores: { min: 1 } } })).toBe('1: db');
    expect(await text({ orderBy: ['name'] }, { pageNo: 2, pageCnt: 2 })).toBe('3: web');
    expect(await text({ orderBy: ['name'] }, { pageNo: 9, pageCnt: 2 })).toBe('3: ');
    const [pending] = (await listObjects(caller, listPods, { filter: { name: 'api' } })).list;
    expect(pending).toMatchObject({
      cpuUsedCores: null,
      cpuLimitCores: -1,
      cpuRequestCores: 0.2,
      nodeId: null,
    });
  });

  it('return hostile names as plain text', async () => {
    const { caller, seen, nowMs } = await collectedScene(app());
    const names = [`'; drop table object; --`, '<img src=x onerror=alert(1)>', '100%_\\', '\u202egpj.exe'];
    const pods = names.map((name) => podRecord(name, nowMs));
    const { pipeline } = app().services;
    await pipeline.accept(seen.sender.next(nowMs, { inventory: [upserts(...pods)] }));
    const deletedAt = new Date(nowMs).toISOString();
    const gone = pods.map(({ uid }) => ({ kind: 'pod' as const, uid, deletedAt }));
    for (const includeDeleted of [false, true]) {
      for (const name of names) {
        const answer = await listObjects(caller, listPods, { filter: { name }, includeDeleted });
        expect(answer.text).toBe(`1: ${name}`);
      }
      const any = await listObjects(caller, listPods, { filter: { name: '%' }, includeDeleted });
      expect(any.totalCnt).toBe(1);
      const inventory = [{ listing: null, upserts: [], deletes: gone }];
      if (!includeDeleted) await pipeline.accept(seen.sender.next(nowMs, { inventory }));
    }
    expect((await listObjects(caller, listPods, { filter: { name: names[0] } })).totalCnt).toBe(0);
  });

  describe('with deleted objects', () => {
    it('show deleted and existing objects together, with the time of deletion', async () => {
      const { caller, seen, nowMs } = await collectedScene(app());
      const pods = await listObjects(caller, listPods, { includeDeleted: true, orderBy: ['-name'] });
      expect(pods).toMatchObject({ text: '2: web gone', isTruncated: false });
      expect(pods.list[1]).toMatchObject({
        podId: seen.gonePodId,
        nodeId: seen.nodeId,
        nodeName: 'node-1',
        deletedAt: new Date(nowMs - GONE_MS).toISOString(),
        monResult: 'unmonitored',
        isStale: false,
        phase: 'Running',
        cpuUsedCores: null,
      });
      const withDeleted = (body: object) =>
        listObjects(caller, listContainers, { includeDeleted: true, ...body });
      const containers = await withDeleted({ filter: { podName: 'gone' }, orderBy: ['name'] });
      expect(containers.text).toBe('2: main side');
      expect(containers.list[0]?.containerId).toBe(seen.goneContainerId);
      const named = await withDeleted({ filter: { name: 'main' }, orderBy: ['podName'] });
      expect(named.list.map(({ podName }) => podName)).toEqual(['gone', 'web']);
    });

    it('show a restored object once', async () => {
      const { caller, seen, nowMs } = await collectedScene(app());
      const back = seen.sender.next(nowMs, { inventory: [upserts(podRecord('gone', nowMs))] });
      await app().services.pipeline.accept(back);
      const answer = await listObjects(caller, listPods, { includeDeleted: true, filter: { name: 'gone' } });
      expect(answer.list).toMatchObject([{ podId: seen.gonePodId, deletedAt: null }]);
    });

    it('report when there are more deleted objects than the limit', async () => {
      const { caller, hostId } = await collectedScene(app());
      await sql`
        insert into object (object_id, host_id, kind, uid, name, namespace, first_seen_at, last_seen_at, deleted_at, state)
        select nextval('object_id_seq'), ${hostId}, 'volume', 'many-' || n, 'many-' || n, null,
          timestamptz '2026-01-01', timestamptz '2026-01-02', timestamptz '2026-01-02' + n * interval '1 second',
          (select state from object where kind = 'volume' and host_id = ${hostId} limit 1)
        from generate_series(1, ${MAX_DELETED + 1}) n`.execute(app().db);
      const all = await listObjects(caller, listVolumes, { includeDeleted: true });
      expect(all).toMatchObject({ totalCnt: MAX_DELETED + 1, isTruncated: true });
      const filter = { volumeId: all.list[0]?.volumeId };
      const some = await listObjects(caller, listVolumes, { includeDeleted: true, filter });
      expect(some).toMatchObject({ totalCnt: 1, isTruncated: false });
    });
  });

  describe('as of an instant', () => {
    it('show the objects of that instant, with their state and values', async () => {
      const { caller, seen, nowMs } = await collectedScene(app());
      const at = new Date(nowMs - FIRST_MS + MINUTE_MS).toISOString();
      const pods = await listObjects(caller, listPods, { at, orderBy: ['name'] });
      expect(pods).toMatchObject({ text: '2: gone web', isTruncated: false });
      const gone = { podId: seen.gonePodId, nodeId: seen.nodeId, deletedAt: null };
      expect(pods.list[0]).toMatchObject({ ...gone, monResult: 'normal', cpuUsedCores: 0.25 });
      const [node] = (await listObjects(caller, listNodes, { at })).list;
      expect(node).toMatchObject({ podCnt: 2, cpuUsedCores: 0.5, monResult: 'normal' });
      const ofGone = { at, filter: { podName: 'gone' }, orderBy: ['name'] };
      const containers = await listObjects(caller, listContainers, ofGone);
      expect(containers.list).toMatchObject([{ name: 'main', cpuUsedCores: 0.125 }, { cpuUsedCores: null }]);
      const used = { usedBytes: 4e8, usedPct: 50 };
      const [claim] = (await listObjects(caller, listClaims, { at })).list;
      expect(claim).toMatchObject({ ...used, volumeId: seen.volumeId });
      const [volume] = (await listObjects(caller, listVolumes, { at })).list;
      expect(volume).toMatchObject({ ...used, pvcId: seen.pvcId });
    });

    it('show objects deleted before that instant only on request', async () => {
      const { caller, nowMs } = await collectedScene(app());
      const text = async (agoMs: number, body: object = {}) => {
        const at = new Date(nowMs - agoMs).toISOString();
        return (await listObjects(caller, listPods, { at, orderBy: ['name'], ...body })).text;
      };
      expect(await text(FIRST_MS + 1)).toBe('0: ');
      expect(await text(FIRST_MS)).toBe('2: gone web');
      expect(await text(GONE_MS + 1)).toBe('2: gone web');
      expect(await text(GONE_MS)).toBe('1: web');
      expect(await text(GONE_MS, { includeDeleted: true })).toBe('2: gone web');
      expect(await text(GONE_MS + 1, { includeDeleted: true })).toBe('2: gone web');
      expect(await text(0)).toBe('1: web');
    });

    it('sort and filter by the values of that instant, page by page', async () => {
      const { caller, seen, nowMs } = await collectedScene(app());
      const thenMs = nowMs - 2 * MINUTE_MS;
      const inventory = [upserts(podRecord('one', thenMs), podRecord('two', thenMs))];
      const uids = ['uid-one', 'uid-two', 'uid-web'];
      const samples = [rows('pod', thenMs, uids, { cpuUsedCores: [1, 2, 1.5] })];
      await app().services.pipeline.accept(seen.sender.next(thenMs, { inventory, samples }));
      const at = new Date(thenMs + 1000).toISOString();
      const text = async (body: object, params = page) =>
        (await listObjects(caller, listPods, { at, ...body }, params)).text;
      expect(await text({ orderBy: ['-cpuUsedCores'] })).toBe('3: two web one');
      expect(await text({ orderBy: ['-cpuUsedCores'] }, { pageNo: 2, pageCnt: 1 })).toBe('3: web');
      const atMost = { filter: { cpuUsedCores: { max: 1.5 } }, orderBy: ['cpuUsedCores'] };
      expect(await text(atMost)).toBe('2: one web');
      expect(await text({ filter: { name: 'TW' } })).toBe('1: two');
    });

    it('mark data that was stale at that instant, and ignore later changes', async () => {
      const { caller, seen, nowMs } = await collectedScene(app());
      const silentMs = nowMs - FIRST_MS + 6 * MINUTE_MS;
      const at = new Date(silentMs).toISOString();
      const stale = { at, filter: { monResult: 'stale' }, orderBy: ['name'] };
      expect((await listObjects(caller, listPods, stale)).text).toBe('2: gone web');
      const failed = [upserts(podRecord('web', nowMs, { phase: 'Failed' }))];
      await app().services.pipeline.accept(seen.sender.next(nowMs, { inventory: failed }));
      expect((await listObjects(caller, listPods)).list).toMatchObject([{ phase: 'Failed' }]);
      const { list } = await listObjects(caller, listPods, { at, filter: { name: 'web' } });
      expect(list).toMatchObject([{ phase: 'Running', isStale: true }]);
    });

    it('omit an object between its deletion and its restoration', async () => {
      const { caller, seen, nowMs } = await collectedScene(app());
      const back = seen.sender.next(nowMs, { inventory: [upserts(podRecord('gone', nowMs + 90_000))] });
      await app().services.pipeline.accept(back);
      const at = new Date(nowMs - GONE_MS + MINUTE_MS).toISOString();
      expect((await listObjects(caller, listPods, { at })).text).toBe('1: web');
    });

    it('cover allowed groups only, and past instants only', async () => {
      const { caller, foreignHostId, nowMs } = await collectedScene(app());
      const at = new Date(nowMs - FIRST_MS).toISOString();
      const foreign = await listObjects(caller, listPods, { at, filter: { hostId: foreignHostId } });
      expect(foreign.totalCnt).toBe(0);
      const future = new Date(nowMs + 1).toISOString();
      for (const wrong of [future, '1969-12-31T23:59:59Z', '9999-12-31T00:00:00Z']) {
        const refused = await caller.call(listPods, { params: page, body: { at: wrong } });
        expect(refused).toMatchObject({ code: 8002, data: { field: 'at' } });
      }
    });
  });

  it('of names show the objects of one visible cluster', async () => {
    const { caller, hostId, foreignHostId, seen } = await collectedScene(app());
    const params = { hostId };
    expect((await caller.ok(listNodeNames, { params })).nodeNameList).toEqual([
      { nodeId: seen.nodeId, name: 'node-1' },
    ]);
    expect((await caller.ok(listPodNames, { params })).podNameList).toEqual([
      { podId: seen.podId, name: 'web', namespace: 'default', nodeId: seen.nodeId, workloadId: null },
    ]);
    for (const wrong of [foreignHostId, 2_000_000_000])
      expect((await caller.call(listPodNames, { params: { hostId: wrong } })).code).toBe(8003);
  });
});
