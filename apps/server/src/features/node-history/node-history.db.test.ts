import { listNodeNames } from '@gwanje/kinds/node/calls';
import { getNodeHistory, listNodeHistory, listNodeHistoryPods } from '@gwanje/kinds/node/history-calls';
import { changeRows } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { crashLooping } from '../../alarms/testing/records.ts';
import {
  deletes,
  nodeRecord,
  podRecord,
  readiness,
  rows,
  Sender,
  upserts,
} from '../../pipeline/testing/batches.ts';
import { MINUTE_MS } from '../../testing/collected.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { addCluster } from '../../testing/world.ts';

const page = { pageNo: 1, pageCnt: 10 };

describeWithSharedApp('the history of a node', (app) => {
  /** The agent reports a node every minute for ten minutes; one of its pods was deleted five minutes ago. */
  async function connectedScene() {
    const scene = await collectedScene(app());
    const { pipeline } = app().services;
    const hostId = await addCluster(app().db, scene.subGroupId);
    await pipeline.clusterChanged(hostId);
    const sender = new Sender(hostId);
    const startMs = scene.nowMs - 10 * MINUTE_MS;
    for (let minute = 0; minute <= 10; minute++) {
      const atMs = startMs + minute * MINUTE_MS;
      const objects = [
        nodeRecord('node-1', startMs),
        podRecord('stays', startMs),
        podRecord('goes', startMs),
      ];
      const pods = minute < 5 ? ['uid-stays', 'uid-goes'] : ['uid-stays'];
      const inventory =
        minute === 0 ? [upserts(...objects)] : minute === 5 ? [deletes('pod', 'uid-goes', atMs)] : [];
      const samples = [
        rows('node', atMs, ['node-1'], { cpuUsedCores: [minute] }),
        rows('pod', atMs, pods, { cpuUsedCores: pods.map(() => minute / 4) }),
      ];
      await pipeline.accept(sender.next(atMs, { inventory, samples }, scene.nowMs));
    }
    const { nodeNameList } = await scene.caller.ok(listNodeNames, { params: { hostId } });
    return { ...scene, hostId, sender, startMs, nodeId: nodeNameList[0]?.nodeId };
  }

  it('consists of records with their pods, including deleted ones', async () => {
    const { caller, hostId, nodeId, startMs } = await connectedScene();
    const { list } = await caller.ok(listNodeHistory, { params: { ...page, nodeId }, body: {} });
    // A new hour begins at the last batch.
    expect(list.map(({ fromAt, isRunning }) => [fromAt, isRunning])).toEqual([
      [new Date(startMs + 10 * MINUTE_MS).toISOString(), true],
      [new Date(startMs).toISOString(), false],
    ]);
    expect(list[1]).toMatchObject({ condition: 'Ready', podCnt: 2, cpuAvgCores: 4.5, cpuMaxCores: 9 });
    expect(list[0]?.podCnt).toBe(1);
    const params = { nodeHistoryId: list[1]?.nodeHistoryId };
    const record = await caller.ok(getNodeHistory, { params });
    expect(record).toMatchObject({ hostId, nodeId, nodeName: 'node-1', cpuAllocatableCores: 8 });
    const pods = await caller.ok(listNodeHistoryPods, { params: { ...page, ...params }, body: {} });
    expect(pods.list.map(({ name, cpuMaxCores, deletedAt }) => [name, cpuMaxCores, deletedAt])).toEqual([
      ['stays', 2.25, null],
      ['goes', 1, new Date(startMs + 5 * MINUTE_MS).toISOString()],
    ]);
    const named = { params: { ...page, ...params }, body: { filter: { name: 'OES' } } };
    expect((await caller.ok(listNodeHistoryPods, named)).totalCnt).toBe(1);
  });

  it('begins a record when the state changes, and links it with the one before', async () => {
    const { caller, nodeId, sender, nowMs } = await connectedScene();
    const changedMs = nowMs + 30_000;
    const failing = nodeRecord('node-1', nowMs, { conditions: [readiness('False', changedMs)] });
    await app().services.pipeline.accept(sender.next(changedMs, { inventory: [upserts(failing)] }));
    const { list } = await caller.ok(listNodeHistory, { params: { ...page, nodeId }, body: {} });
    const fromAt = new Date(changedMs).toISOString();
    expect(list[0]).toMatchObject({ condition: 'NotReady', isRunning: true, toAt: null, fromAt });
    expect(list[1]).toMatchObject({ condition: 'Ready', isRunning: false, toAt: fromAt });
    const nodeHistoryId = list[0]?.nodeHistoryId;
    const record = await caller.ok(getNodeHistory, { params: { nodeHistoryId } });
    expect(record).toMatchObject({ previousId: list[1]?.nodeHistoryId, nextId: null });
    expect(record.conditions).toMatchObject([{ type: 'Ready', status: 'False' }]);
  });

  it('is not found in a hidden group, nor for an object that is no node', async () => {
    const { caller, seen, hidden } = await collectedScene(app());
    for (const nodeId of [hidden.nodeId, seen.podId, 2_000_000_000])
      expect((await caller.call(listNodeHistory, { params: { ...page, nodeId }, body: {} })).code).toBe(8003);
    const { nodeHistoryId } = hidden;
    expect((await caller.call(getNodeHistory, { params: { nodeHistoryId } })).code).toBe(8003);
    const pods = { params: { ...page, nodeHistoryId }, body: {} };
    expect((await caller.call(listNodeHistoryPods, pods)).code).toBe(8003);
  });

  it('counts the alarms that were open during each record, for the node and its pods', async () => {
    const { caller, hostId, nodeId, startMs, sender, nowMs } = await connectedScene();
    const { pipeline, alarms } = app().services;
    await pipeline.accept(sender.next(nowMs, { inventory: [upserts(crashLooping('stays', startMs))] }));
    await alarms.engine.reloadSettings();
    await alarms.engine.evaluate(hostId);
    const counts = async () => {
      const { list } = await caller.ok(listNodeHistory, { params: { ...page, nodeId }, body: {} });
      return list.map(({ alarmCnt }) => alarmCnt);
    };
    expect(await counts()).toEqual([1, 0]);
    await changeRows(app().db, 'alarm', { hostId }, { occurredAt: new Date(startMs + MINUTE_MS) });
    expect(await counts()).toEqual([1, 1]);
    await changeRows(
      app().db,
      'alarm',
      { hostId },
      { confirmLevel: 0, recoveredAt: new Date(startMs + 2 * MINUTE_MS) },
    );
    expect(await counts()).toEqual([0, 1]);
  });
});
