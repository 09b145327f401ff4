import { describeWithDatabase } from '@gwanje/testkit/databases';
import { addRows, rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  containerRecord,
  eventRecord,
  podRecord,
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
import { crashLooping } from '../../testing/records.ts';
import { openTestEngine } from '../../testing/test-engine.ts';
import { TestOwners } from '../../testing/test-owners.ts';
import type { AlarmEngine } from '../alarm-engine.ts';

type Counts = Parameters<NonNullable<Parameters<typeof openTestEngine>[0]['onCounts']>>[0];

describeWithDatabase('a cluster that moves to another replica', (database) => {
  let metrics: TestMetrics;
  /** The live state of one replica. */
  let collected: TestPipeline;
  let owners: TestOwners;
  let hostId: number;
  let sender: Sender;
  let counts: Counts[];

  beforeAll(async () => {
    metrics = await openTestMetrics();
  });
  afterAll(() => metrics[Symbol.asyncDispose]());

  beforeEach(async () => {
    hostId = await insertCluster(database().db);
    collected = await openTestPipeline(database().db, metrics);
    sender = new Sender(hostId);
    owners = new TestOwners();
    owners.move(hostId, 'one');
    counts = [];
  });

  /** `owns`: whether the replica believes that it owns the clusters. */
  async function open(replica: string, owns?: () => boolean): Promise<AlarmEngine> {
    const { live, clock } = collected;
    const ownership = owners.of(replica, owns);
    const onCounts = (one: Counts) => void counts.push(one);
    const { db } = database();
    const engine = await openTestEngine({ db, live, now: clock.now, ownership, onCounts, isReplica: true });
    if (replica === 'one') await engine.own([hostId]);
    return engine;
  }

  const nowMs = () => collected.clock.now().getTime();

  async function report(engine: AlarmEngine, over: Parameters<Sender['next']>[1] = {}): Promise<void> {
    await collected.pipeline.accept(sender.next(nowMs(), over));
    await engine.evaluate(hostId);
  }

  async function alarms(): Promise<string[]> {
    const found = await rowsOf(database().db, 'alarm', { hostId }, ['itemKey', 'confirmLevel'], ['alarmId']);
    return found.map(({ itemKey, confirmLevel }) => `${itemKey} ${confirmLevel}`);
  }

  it('is evaluated only by its owner, which reads its alarms and reports their counts', async () => {
    const [one, two] = [await open('one'), await open('two')];
    await report(one, { inventory: [upserts(crashLooping('web', nowMs()))] });
    await two.evaluate(hostId);
    expect(await alarms()).toEqual(['pod.crashLoop 1']);
    expect([one.openCnt, two.openCnt]).toEqual([1, 0]);
    const podId = counts.at(-1)?.objects[0]?.objectId ?? 0;
    const expected = {
      hostId,
      objects: [{ objectId: podId, warningCnt: 0, criticalCnt: 1 }],
      openAlarms: { warning: 0, critical: 1 },
    };
    expect(podId).toBeGreaterThan(0);
    expect(counts.at(-1)).toEqual(expected);
    expect(one.countsOf(hostId)).toEqual(expected);

    owners.move(hostId, 'two');
    await one.release(hostId);
    expect(await two.evaluate(hostId)).toEqual({ busyMs: 0, isComplete: true });
    await two.own([hostId]);
    expect([one.openCnt, two.openCnt]).toEqual([0, 1]);
    expect(two.countsOf(hostId)).toEqual(expected);
    collected.clock.advance(60_000);
    await report(two, { inventory: [upserts(podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop 0']);
    expect(counts.at(-1)).toMatchObject({
      objects: [{ objectId: podId, warningCnt: 0, criticalCnt: 0 }],
      openAlarms: { warning: 0, critical: 0 },
    });
  });

  it('gets nothing written by a former owner that has not noticed the move', async () => {
    const one = await open('one', () => true);
    await report(one, { inventory: [upserts(crashLooping('web', nowMs()))] });
    owners.move(hostId, 'two');
    collected.clock.advance(60_000);
    const before = await database().db.selectFrom('alarmTrack').selectAll().orderBy('objectKey').execute();
    await report(one, { inventory: [upserts(podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop 1']);
    expect(await database().db.selectFrom('alarmTrack').selectAll().orderBy('objectKey').execute()).toEqual(
      before,
    );
    expect(one.openCnt).toBe(0);

    const two = await open('two');
    await two.own([hostId]);
    await two.evaluate(hostId);
    expect(await alarms()).toEqual(['pod.crashLoop 0']);
  });

  it('loses the alarm counts that its live state had from the former owner', async () => {
    const one = await open('one');
    await report(one, { inventory: [upserts(crashLooping('web', nowMs()))] });
    const podId = counts.at(-1)?.objects[0]?.objectId ?? 0;
    await database().db.updateTable('alarm').set({ confirmLevel: 4 }).where('hostId', '=', hostId).execute();
    owners.move(hostId, 'two');
    const two = await open('two');
    await two.own([hostId]);
    expect(collected.live.row('pod', podId, nowMs())?.alarmCnt).toBe(0);
  });

  it('counts each restart once when it returns to a replica that owned it before', async () => {
    const one = await open('one');
    const pod = (restartCnt: number) =>
      upserts(podRecord('web', nowMs(), { containers: [containerRecord('main', nowMs(), { restartCnt })] }));
    await report(one, { inventory: [pod(0)] });
    for (const restartCnt of [1, 2]) {
      collected.clock.advance(60_000);
      await report(one, { inventory: [pod(restartCnt)] });
    }
    await one.release(hostId);
    // The third restart happens while another replica owns the cluster.
    collected.clock.advance(60_000);
    await collected.pipeline.accept(sender.next(nowMs(), { inventory: [pod(3)] }));
    await one.own([hostId]);
    await one.evaluate(hostId);
    const { value } = await rowOf(database().db, 'alarm', { hostId, itemKey: 'pod.restarts' }, ['value']);
    expect(value).toBe(3);
  });

  it('counts its events from the table', async () => {
    const { db } = database();
    const rule = { hostId, name: 'oom', nameKey: 'oom', isOn: true, isNotified: false, windowMin: 10 };
    await addRows(db, 'eventAlarm', {
      ...rule,
      reason: 'OOMKilling',
      criticalCnt: 3,
      updatedAt: collected.clock.now(),
    });
    const [one, two] = [await open('one'), await open('two')];
    const events = (count: number) => [eventRecord('e1', nowMs(), { reason: 'OOMKilling', count })];
    await report(one, { events: events(2) });
    owners.move(hostId, 'two');
    await one.release(hostId);
    await two.own([hostId]);
    await report(two, { events: events(3) });
    expect(await alarms()).toEqual([expect.stringMatching(/^event\.\d+ 1$/)]);
  });
});
