import { deleteAged } from '@gwanje/backend/retention/aged-table';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { agedHistoryTables } from '../../../pipeline/persist/retention-repository.ts';
import {
  nodeRecord,
  podRecord,
  readiness,
  rows,
  Sender,
  upserts,
} from '../../../pipeline/testing/batches.ts';
import {
  insertCluster,
  openTestMetrics,
  openTestPipeline,
  type TestMetrics,
  type TestPipeline,
} from '../../../pipeline/testing/test-pipeline.ts';
import { openTestEngine } from '../../testing/test-engine.ts';
import type { AlarmEngine } from '../alarm-engine.ts';

const MINUTE_MS = 60_000;
const NO_DATA = expect.stringMatching(/^cluster\.noData \S+ 1$/);

describeWithDatabase('a cluster whose inventory stops while its node agents continue', (database) => {
  let metrics: TestMetrics;
  let collected: TestPipeline;
  let engine: AlarmEngine;
  let hostId: number;
  let clusterAgent: Sender;
  let nodeAgent: Sender;

  beforeAll(async () => {
    metrics = await openTestMetrics();
  });
  afterAll(() => metrics[Symbol.asyncDispose]());

  beforeEach(async () => {
    const { db } = database();
    hostId = await insertCluster(db);
    collected = await openTestPipeline(db, metrics);
    clusterAgent = new Sender(hostId, `cluster-${hostId}`, 'cluster');
    nodeAgent = new Sender(hostId, `node-${hostId}`, 'node');
    engine = await openEngine();
  });

  function openEngine(): Promise<AlarmEngine> {
    return openTestEngine({ db: database().db, live: collected.live, now: collected.clock.now });
  }

  async function restart(): Promise<void> {
    await engine.close();
    await collected.restart();
    engine = await openEngine();
  }

  const nowMs = () => collected.clock.now().getTime();

  async function sendInventory(status: 'True' | 'False' = 'True'): Promise<void> {
    const node = nodeRecord('node-1', nowMs(), { conditions: [readiness(status, nowMs())] });
    const ended = podRecord('ended', nowMs(), { phase: 'Succeeded', containers: [] });
    await collected.pipeline.accept(clusterAgent.next(nowMs(), { inventory: [upserts(node, ended)] }));
    await engine.evaluate(hostId);
  }

  /** The node agent sends samples every minute, for this number of minutes. */
  async function sendSamples(cnt: number, cpuUsedCores = 1): Promise<void> {
    for (let minute = 0; minute < cnt; minute++) {
      collected.clock.advance(MINUTE_MS);
      const samples = [rows('node', nowMs(), ['node-1'], { cpuUsedCores: [cpuUsedCores] })];
      await collected.pipeline.accept(nodeAgent.next(nowMs(), { samples }));
      await engine.evaluate(hostId);
    }
  }

  async function alarms(): Promise<string[]> {
    const found = await rowsOf(database().db, 'alarm', { hostId }, '*', ['alarmId']);
    return found.map(({ itemKey, objectName, confirmLevel }) => `${itemKey} ${objectName} ${confirmLevel}`);
  }

  const pod = () =>
    collected.live.list('pod', { hostIds: new Set([hostId]), pageNo: 1, pageCnt: 1, nowMs: nowMs() }).list[0];

  it('raises a noData alarm, which recovers with the next inventory', async () => {
    await sendInventory();
    const listedAt = collected.clock.now().toISOString();
    await sendSamples(4);
    expect(await alarms()).toEqual([]);
    await sendSamples(2);
    expect(await alarms()).toEqual([NO_DATA]);
    expect(collected.live.clusterSummary(hostId, nowMs())).toMatchObject({
      isStale: true,
      dataAt: listedAt,
      inventoryStoppedAt: listedAt,
      agentCnt: 1,
      agentList: [{ agentId: clusterAgent.agentId }, { agentId: nodeAgent.agentId }],
    });
    expect(pod()).toMatchObject({ name: 'ended', isStale: true, monResult: 'stale' });
    await sendInventory();
    expect((await alarms()).map((line) => line.split(' ')[2])).toEqual(['0']);
    expect(collected.live.clusterSummary(hostId, nowMs())).toMatchObject({
      isStale: false,
      inventoryStoppedAt: null,
    });
  });

  it('is evaluated by its current samples, not by its outdated states', async () => {
    await sendInventory('False');
    collected.clock.advance(6 * MINUTE_MS);
    await sendSamples(8, 7.9);
    const raised = await alarms();
    expect(raised).toContainEqual(NO_DATA);
    expect(raised).toContain('node.cpuUsage node-1 1');
    // The last known state was breaching, but it is outdated.
    expect(raised.filter((line) => line.startsWith('node.notReady'))).toEqual([]);
  });

  it('has no object counts in its metrics while the inventory is stale', async () => {
    await sendInventory();
    await sendSamples(4);
    expect(collected.live.clusterMetrics(hostId)).toMatchObject({ podCnt: 1, cpuUsedCores: 1 });
    await sendSamples(2);
    expect(collected.live.clusterMetrics(hostId)).toMatchObject({ podCnt: Number.NaN, cpuUsedCores: 1 });
  });

  it('is still stale after a restart days later', async () => {
    await sendInventory();
    collected.clock.advance(3 * 24 * 60 * MINUTE_MS);
    await sendSamples(1);
    for (const table of agedHistoryTables(35)) await deleteAged(database().db, table, collected.clock.now());
    await collected.pipeline.tick();
    await restart();
    expect(collected.live.clusterSummary(hostId, nowMs())).toMatchObject({ isStale: true });
    await sendSamples(6);
    expect(await alarms()).toEqual([NO_DATA]);
  });

  it('raises no alarm when there never was an inventory', async () => {
    await sendSamples(10);
    await restart();
    await sendSamples(10);
    expect(await alarms()).toEqual([]);
    expect(collected.live.clusterSummary(hostId, nowMs())).toMatchObject({
      isStale: false,
      inventoryStoppedAt: null,
    });
  });
});
