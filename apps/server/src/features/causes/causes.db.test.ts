import { confirmAlarms, listAlarms } from '@gwanje/contract/alarms/alarms';
import { getAlarmCauses, queryObjectCauses } from '@gwanje/kinds/calls/causes';
import { addRows, rowOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { crashLooping } from '../../alarms/testing/records.ts';
import {
  deletes,
  manifestUpsert,
  nodeRecord,
  podRecord,
  upserts,
  workloadRecord,
} from '../../pipeline/testing/batches.ts';
import { collectInto, MINUTE_MS } from '../../testing/collected.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { addCluster } from '../../testing/world.ts';
import { causesForMessage } from './alarm-causes.ts';

const page = { pageNo: 1, pageCnt: 20 };

describeWithOwnApp('what changed before an alarm', (app) => {
  /** In both clusters a deployment gets a new image, and two minutes later its pod fails. */
  async function scene() {
    const found = await collectedScene(app());
    const { pipeline, alarms } = app().services;
    const { nowMs } = found;
    const old = { ...workloadRecord('app', nowMs - 60 * MINUTE_MS), revision: 1 };
    const changed = { ...old, images: ['app:2'], updatedCnt: 0, revision: 2 };
    const cordoned = nodeRecord('node-1', nowMs - 120 * MINUTE_MS, { isUnschedulable: true });
    for (const { sender } of [found.seen, found.hidden]) {
      await pipeline.accept(sender.next(nowMs - 9 * MINUTE_MS, { inventory: [upserts(old)] }, nowMs));
      await pipeline.accept(sender.next(nowMs - 4 * MINUTE_MS, { inventory: [upserts(cordoned)] }, nowMs));
      await pipeline.accept(sender.next(nowMs - 2 * MINUTE_MS, { inventory: [upserts(changed)] }, nowMs));
      await pipeline.accept(sender.next(nowMs, { inventory: [upserts(crashLooping('web', nowMs))] }, nowMs));
    }
    await alarms.engine.reloadSettings();
    await alarms.evaluateAll();
    await alarms.collectEvidence();
    const body = { filter: { itemKey: ['pod.crashLoop'] } };
    const { list } = await found.caller.ok(listAlarms, { params: page, body });
    return { ...found, changed, alarmId: list[0]?.alarmId };
  }

  it('is ranked, with its evidence, distance and relation', async () => {
    const { caller, alarmId, hostId } = await scene();
    const { list, missingList, recallList } = await caller.ok(getAlarmCauses, { params: { alarmId } });
    expect([missingList, recallList]).toEqual([[], []]);
    expect(list[0]).toMatchObject({
      ...{ rule: 'imageChanged', kind: 'workload', name: 'app', hostId, relation: 'owner' },
      evidence: { changeList: [{ from: 'app:1', to: 'app:2' }] },
      foldedList: [{ rule: 'rolloutBegun', updatedCnt: 0 }],
    });
    expect(list[0]?.distanceS).toBeGreaterThan(0);
    expect(list.map(({ rule, relation }) => `${rule} ${relation}`)).toContain('nodeCordoned node');
    const scores = list.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('counts the same change in other clusters only of groups that the caller sees', async () => {
    const { caller, alarmId, subGroupId, nowMs, changed } = await scene();
    const cnt = async () =>
      (await caller.ok(getAlarmCauses, { params: { alarmId } })).list[0]?.otherClusterCnt;
    // The hidden cluster has the same change.
    expect(await cnt()).toBe(0);
    const { sender } = await collectInto(app(), await addCluster(app().db, subGroupId));
    const { pipeline } = app().services;
    const old = { ...changed, images: ['app:1'], updatedCnt: 2 };
    await pipeline.accept(sender.next(nowMs - 5 * MINUTE_MS, { inventory: [upserts(old)] }, nowMs));
    await pipeline.accept(sender.next(nowMs - 3 * MINUTE_MS, { inventory: [upserts(changed)] }, nowMs));
    expect(await cnt()).toBe(1);
  });

  it('counts the same configuration in other clusters', async () => {
    const found = await scene();
    const { caller, alarmId, seen, subGroupId, nowMs } = found;
    const { pipeline } = app().services;
    const other = await collectInto(app(), await addCluster(app().db, subGroupId));
    const third = await collectInto(app(), await addCluster(app().db, subGroupId));
    const send = async ({ sender }: typeof seen, value: string, minutes: number) => {
      const atMs = nowMs - minutes * MINUTE_MS;
      const containers = [{ name: 'app', args: [`--mode=${value}`] }];
      const spec = { template: { spec: { containers } } };
      const upsert = manifestUpsert('app', atMs, spec, { kind: 'deployment' });
      await pipeline.accept(sender.next(atMs, { manifests: { upserts: [upsert], checks: [] } }, nowMs));
    };
    const inventory = [upserts(found.changed)];
    for (const { sender } of [other, third])
      await pipeline.accept(sender.next(nowMs - 19 * MINUTE_MS, { inventory }, nowMs));
    for (const cluster of [seen, other, third]) await send(cluster, 'a', 18);
    await send(seen, 'b', 8);
    await send(other, 'b', 8);
    await send(third, 'c', 8);
    const { list } = await caller.ok(getAlarmCauses, { params: { alarmId } });
    const folded = list.find(({ rule }) => rule === 'configurationChanged');
    expect(folded).toMatchObject({ name: 'app', otherClusterCnt: 1 });
  });

  it('is not found for objects and alarms of a hidden group', async () => {
    const { caller, hidden, foreignHostId, nowMs } = await scene();
    const range = { from: new Date(nowMs - 3_600_000).toISOString(), to: new Date(nowMs).toISOString() };
    const foreign = await rowOf(app().db, 'alarm', { hostId: foreignHostId }, ['alarmId']);
    expect((await caller.call(getAlarmCauses, { params: { alarmId: foreign.alarmId } })).code).toBe(8003);
    const ids = { pod: hidden.podId, workload: hidden.podId, cluster: foreignHostId };
    for (const [kind, id] of Object.entries(ids))
      expect((await caller.call(queryObjectCauses, { body: { kind, id, ...range } })).code).toBe(8003);
  });

  it('is known for every kind of object, also after its deletion', async () => {
    const { caller, seen, hostId, nowMs } = await scene();
    const range = { from: new Date(nowMs - 3_600_000).toISOString(), to: new Date(nowMs).toISOString() };
    const inventory = [deletes('pod', 'uid-web', nowMs)];
    await app().services.pipeline.accept(seen.sender.next(nowMs, { inventory }, nowMs));
    const rulesOf = async (kind: string, id: number) => {
      const { list } = await caller.ok(queryObjectCauses, { body: { kind, id, ...range } as never });
      return list.map(({ rule, relation }) => `${rule} ${relation}`);
    };
    expect(await rulesOf('pod', seen.podId)).toContain('imageChanged owner');
    expect(await rulesOf('container', seen.containerId)).toContain('imageChanged owner');
    expect(await rulesOf('node', seen.nodeId)).toContain('nodeCordoned self');
    expect(await rulesOf('claim', seen.pvcId)).toContain('imageChanged namespace');
    expect(await rulesOf('namespace', seen.namespaceId)).toContain('imageChanged namespace');
    expect(await rulesOf('cluster', hostId)).toContain('nodeCordoned cluster');
  });

  it('has the version of an agent that changed, also when a new agent replaces it', async () => {
    const { caller, hostId, nowMs } = await scene();
    const versionAt = new Date(nowMs - 5 * MINUTE_MS);
    const linesOf = async () => {
      const range = { from: new Date(nowMs - 3_600_000).toISOString(), to: new Date(nowMs).toISOString() };
      const body = { kind: 'cluster', id: hostId, ...range } as never;
      const { list } = await caller.ok(queryObjectCauses, { body });
      return list.filter(({ rule }) => rule === 'agentVersionChanged');
    };
    expect(await linesOf()).toEqual([]);
    const { db } = app();
    const agent = { role: 'cluster', lastSeq: 1, recentBatches: '[]', problems: '[]' } as const;
    const old = { hostId, agentId: 'old', version: '1.0.0', lastBatchAt: new Date(nowMs - 6 * MINUTE_MS) };
    const replaced = { hostId, agentId: 'new', version: '1.1.0', versionAt, lastBatchAt: new Date(nowMs) };
    await db.deleteFrom('agent').where('hostId', '=', hostId).execute();
    await addRows(db, 'agent', [
      { ...agent, ...old, versionAt: new Date(nowMs - 90 * MINUTE_MS) },
      { ...agent, ...replaced },
    ]);
    const line = { kind: 'cluster', id: hostId, relation: 'self', at: versionAt.toISOString() };
    const evidence = { from: '1.0.0', to: '1.1.0', agentCnt: 1 };
    expect(await linesOf()).toMatchObject([{ ...line, evidence }]);
  });

  it('puts a node first when pods of several workloads fail there', async () => {
    const { caller, alarmId, hostId, seen, nowMs } = await scene();
    const scores = async () => {
      const { list } = await caller.ok(getAlarmCauses, { params: { alarmId } });
      return list.find(({ rule }) => rule === 'nodeCordoned')?.score ?? Number.NaN;
    };
    const alone = await scores();
    const row = await rowOf(app().db, 'alarm', { alarmId: Number(alarmId) });
    expect(row).toMatchObject({ hostId, nodeId: seen.nodeId });
    const occurredAt = new Date(nowMs - MINUTE_MS);
    for (const [no, ownerName] of ['a', 'b'].entries()) {
      const names = { objectKey: `pod ${ownerName}`, objectName: `${ownerName}-1`, ownerName };
      await addRows(app().db, 'alarm', { ...row, alarmId: 900_000 + no, ...names, occurredAt });
    }
    expect(await scores()).toBeGreaterThan(alone);
  });

  it('refuses a range that is empty or longer than a day', async () => {
    const { caller, seen, nowMs } = await scene();
    const at = (ms: number) => new Date(ms).toISOString();
    const body = { kind: 'pod' as const, id: seen.podId as never };
    const call = (from: number, to: number) =>
      caller.call(queryObjectCauses, { body: { ...body, from: at(from), to: at(to) } });
    expect((await call(nowMs, nowMs)).data).toMatchObject({ field: 'to', reason: 'beforeFrom' });
    expect((await call(nowMs - 90_000_000, nowMs)).data).toMatchObject({ field: 'from', reason: 'tooLong' });
  });

  it('names a source that cannot be read, and answers with the rest', async () => {
    const { caller, alarmId } = await scene();
    const { db } = app();
    await sql`alter table event rename to event_away`.execute(db);
    const answer = await caller.ok(getAlarmCauses, { params: { alarmId } }).finally(async () => {
      await sql`alter table event_away rename to event`.execute(db);
    });
    expect(answer.missingList).toEqual(['events']);
    expect(answer.list[0]?.rule).toBe('imageChanged');
  });

  it('recalls who handled the same alarm of the workload before, also of a pod since deleted', async () => {
    const { caller, seen, alarmId: firstId, nowMs } = await scene();
    const { pipeline, alarms } = app().services;
    const memo = '이미지를 되돌렸습니다';
    for (const change of [{ confirmLevel: 2 }, { confirmLevel: 3, memo }] as const)
      await caller.ok(confirmAlarms, { body: [{ alarmId: firstId as never, ...change }] });
    const replaced = [deletes('pod', 'uid-web', nowMs), upserts(podRecord('app-2', nowMs))];
    await pipeline.accept(seen.sender.next(nowMs, { inventory: replaced }, nowMs));
    app().clock.advance(10 * MINUTE_MS);
    const laterMs = app().clock.now().getTime();
    const crashing = [upserts(crashLooping('app-2', laterMs))];
    await pipeline.accept(seen.sender.next(laterMs, { inventory: crashing }, laterMs));
    await alarms.evaluateAll();
    const { list } = await caller.ok(listAlarms, { params: page, body: { orderBy: ['-occurredAt'] } });
    const later = list.find(({ objectName }) => objectName === 'app-2');
    const { recallList } = await caller.ok(getAlarmCauses, { params: { alarmId: later?.alarmId } });
    const recalled = {
      basis: 'sameWorkload',
      alarmId: firstId,
      objectName: 'web',
      memoList: [{ text: memo }],
    };
    expect(recallList).toMatchObject([recalled]);
    expect(recallList[0]?.userName).not.toBeNull();
    expect(recallList[0]?.handledAfterS).toBeGreaterThanOrEqual(recallList[0]?.acknowledgedAfterS ?? 0);
    const { live, metricStore } = app().services;
    const sources = { db: app().db, live, metricStore, logger: app().app.log };
    const message = await causesForMessage(sources, Number(later?.alarmId));
    expect(message.recall?.alarmId).toBe(firstId);
    expect(message.lines[0]?.rule).toBe('imageChanged');
  });
});
