import { describeWithDatabase } from '@gwanje/testkit/databases';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  containerRecord,
  deletes,
  eventRecord,
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
import { crashLooping } from '../../testing/records.ts';
import { openTestEngine } from '../../testing/test-engine.ts';
import type { AlarmEngine } from '../alarm-engine.ts';

const MINUTE_MS = 60_000;
describeWithDatabase('the alarm engine', (database) => {
  let metrics: TestMetrics;
  let collected: TestPipeline;
  let engine: AlarmEngine;
  let hostId: number;
  let sender: Sender;

  beforeAll(async () => {
    metrics = await openTestMetrics();
  });
  afterAll(() => metrics[Symbol.asyncDispose]());

  beforeEach(async () => {
    const { db } = database();
    hostId = await insertCluster(db);
    collected = await openTestPipeline(db, metrics);
    sender = new Sender(hostId);
    engine = await openEngine();
  });

  function openEngine(): Promise<AlarmEngine> {
    return openTestEngine({
      db: database().db,
      live: collected.live,
      now: collected.clock.now,
    });
  }

  /** Sends a batch and evaluates the cluster. */
  async function report(over: Parameters<Sender['next']>[1] = {}): Promise<void> {
    await collected.pipeline.accept(sender.next(nowMs(), over));
    await engine.evaluate(hostId);
  }

  const nowMs = () => collected.clock.now().getTime();
  const pass = (minutes: number) => collected.clock.advance(minutes * MINUTE_MS);

  async function alarms(): Promise<string[]> {
    const found = await database()
      .db.selectFrom('alarm')
      .selectAll()
      .where('hostId', '=', hostId)
      .orderBy('alarmId')
      .execute();
    return found.map(
      ({ itemKey, objectName, confirmLevel, level, occurCnt }) =>
        `${itemKey} ${objectName} ${confirmLevel} level ${level} x${occurCnt}`,
    );
  }

  async function restart(): Promise<void> {
    await engine.close();
    await collected.restart();
    engine = await openEngine();
  }

  async function setConfirmLevel(confirmLevel: number): Promise<void> {
    const changed = await database()
      .db.updateTable('alarm')
      .set({ confirmLevel, closedAt: confirmLevel === 4 ? collected.clock.now() : null })
      .where('hostId', '=', hostId)
      .returning('alarmId')
      .execute();
    await engine.alarmsChanged(changed.map(({ alarmId }) => alarmId));
  }

  it('raises an alarm of a crash-looping pod, counts it in the live state, and recovers it', async () => {
    await report({ inventory: [upserts(nodeRecord('node-1', nowMs()), podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual([]);
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 1 level 5 x1']);
    const list = () => {
      const { list: pods } = collected.live.list('pod', {
        hostIds: new Set([hostId]),
        pageNo: 1,
        pageCnt: 9,
        nowMs: nowMs(),
      });
      return pods.map(({ name, monResult, alarmCnt }) => `${name} ${monResult} ${alarmCnt}`);
    };
    expect(list()).toEqual(['web critical 1']);
    pass(1);
    await report({ inventory: [upserts(podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 0 level 5 x1']);
    expect(list()).toEqual(['web normal 0']);
    pass(1);
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 1 level 5 x2']);
    expect(list()).toEqual(['web critical 1']);
    const changes = await database()
      .db.selectFrom('alarmChange')
      .innerJoin('alarm', 'alarm.alarmId', 'alarmChange.alarmId')
      .select('change')
      .where('hostId', '=', hostId)
      .orderBy('alarmChangeId')
      .execute();
    expect(changes.map(({ change }) => change)).toEqual(['occurred', 'recovered', 'reoccurred']);
  });

  it('continues a hold and an open alarm after a restart', async () => {
    const wrong = () => nodeRecord('node-1', nowMs(), { conditions: [readiness('False', nowMs())] });
    await report({ inventory: [upserts(wrong())] });
    expect(await alarms()).toEqual([]);
    pass(0.5);
    await restart();
    pass(0.5);
    await report();
    expect(await alarms()).toEqual(['node.notReady node-1 1 level 5 x1']);
    await restart();
    await report();
    pass(1);
    await report({ inventory: [upserts(nodeRecord('node-1', nowMs()))] });
    expect(await alarms()).toEqual(['node.notReady node-1 0 level 5 x1']);
  });

  it('does not recover an alarm without data, and raises an alarm about the silence', async () => {
    await report({ inventory: [upserts(nodeRecord('node-1', nowMs()), crashLooping('web', nowMs()))] });
    pass(6);
    await engine.evaluate(hostId);
    expect(await alarms()).toEqual([
      'pod.crashLoop web 1 level 5 x1',
      expect.stringMatching(/^cluster\.noData \S+ 1 level 5 x1$/),
    ]);
    await report({ inventory: [upserts(podRecord('web', nowMs()))] });
    expect((await alarms()).map((line) => line.split(' ')[2])).toEqual(['0', '0']);
  });

  it('counts silence from its own start, so that a restart raises no alarm', async () => {
    await report();
    pass(60);
    await restart();
    await engine.evaluate(hostId);
    expect(await alarms()).toEqual([]);
  });

  it('closes the alarms of a deleted pod', async () => {
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    await report({ inventory: [deletes('pod', 'uid-web', nowMs())] });
    expect(await alarms()).toEqual(['pod.crashLoop web 4 level 5 x1']);
    const row = await database()
      .db.selectFrom('alarm')
      .select(['closeReason', 'recoveredAt'])
      .where('hostId', '=', hostId)
      .executeTakeFirst();
    expect(row).toEqual({ closeReason: 'targetDeleted', recoveredAt: null });
  });

  it('stays quiet about an alarm that was closed while breaching, also after a restart', async () => {
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    await setConfirmLevel(4);
    await report();
    await restart();
    await report();
    expect(await alarms()).toEqual(['pod.crashLoop web 4 level 5 x1']);
    await report({ inventory: [upserts(podRecord('web', nowMs()))] });
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 4 level 5 x1', 'pod.crashLoop web 1 level 5 x1']);
  });

  it('records the recovery of an acknowledged alarm and keeps its level', async () => {
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    await setConfirmLevel(2);
    await report({ inventory: [upserts(podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 2 level 5 x1']);
    pass(30);
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 1 level 5 x2']);
  });

  it('folds pods under their node, and unfolds them when they outlive its failure', async () => {
    const notReady = (name: string) =>
      podRecord(name, nowMs(), {
        owner: null,
        containers: [containerRecord('main', nowMs(), { isReady: false })],
      });
    await report({
      inventory: [
        upserts(nodeRecord('node-1', nowMs(), { conditions: [readiness('Unknown', nowMs())] })),
        upserts(notReady('a'), notReady('b')),
      ],
    });
    for (let minute = 0; minute < 6; minute++) {
      pass(1);
      await report();
    }
    const folded = async () => {
      const found = await database()
        .db.selectFrom('alarm')
        .select(['objectName', 'parentAlarmId', 'confirmLevel'])
        .where('hostId', '=', hostId)
        .where('itemKey', '=', 'pod.notReady')
        .orderBy('objectName')
        .execute();
      return found.map(
        ({ objectName, parentAlarmId, confirmLevel }) =>
          `${objectName} ${parentAlarmId === null ? 'alone' : 'folded'} ${confirmLevel}`,
      );
    };
    expect(await folded()).toEqual(['a folded 1', 'b folded 1']);
    await database()
      .db.updateTable('alarm')
      .set({ confirmLevel: 2, isConfirmedByParent: true })
      .where('hostId', '=', hostId)
      .where('itemKey', '=', 'pod.notReady')
      .execute();
    await restart();
    await report({ inventory: [upserts(nodeRecord('node-1', nowMs()))] });
    await report();
    expect(await folded()).toEqual(['a alone 1', 'b alone 1']);
    await report({ inventory: [upserts(podRecord('a', nowMs(), { owner: null }))] });
    expect(await folded()).toEqual(['a alone 0', 'b alone 1']);
  });

  it('folds pods of one owner, also when the parent recovers and breaches again', async () => {
    const families = async () => {
      const found = await database()
        .db.selectFrom('alarm')
        .leftJoin('alarm as parent', 'parent.alarmId', 'alarm.parentAlarmId')
        .select(['alarm.objectName', 'parent.objectName as parentName'])
        .where('alarm.hostId', '=', hostId)
        .where('alarm.confirmLevel', 'in', [1, 2, 3])
        .orderBy('alarm.objectName')
        .execute();
      return found.map(({ objectName, parentName }) => `${objectName} under ${parentName ?? 'none'}`);
    };
    const crash = (...names: string[]) =>
      report({ inventory: [upserts(...names.map((name) => crashLooping(name, nowMs())))] });
    const heal = async (...names: string[]) => {
      await report({ inventory: [upserts(...names.map((name) => podRecord(name, nowMs())))] });
      // The next evaluation gives orphans a new parent.
      await report();
    };
    await crash('a', 'b', 'c');
    expect(await families()).toEqual(['a under none', 'b under a', 'c under a']);
    pass(1);
    await heal('a');
    expect(await families()).toEqual(['b under none', 'c under b']);
    pass(1);
    await crash('a');
    expect(await families()).toEqual(['a under b', 'b under none', 'c under b']);
    pass(1);
    await heal('a', 'b');
    expect(await families()).toEqual(['c under none']);
    pass(1);
    await crash('a', 'b');
    expect(await families()).toEqual(['a under c', 'b under c', 'c under none']);
    pass(1);
    await heal('a', 'b', 'c');
    expect(await families()).toEqual([]);
    pass(1);
    await crash('a', 'b', 'c');
    expect(await families()).toEqual(['a under none', 'b under a', 'c under a']);
  });

  it('uses the nearest setting, and closes alarms of items that are switched off', async () => {
    const { db } = database();
    await report({ inventory: [upserts(nodeRecord('node-1', nowMs()))] });
    const hot = () => ({ samples: [rows('node', nowMs(), ['node-1'], { cpuUsedCores: [4.4] })] });
    await report(hot());
    expect(await alarms()).toEqual([]);
    const setting = {
      isOn: true,
      isNotified: true,
      warning: 50,
      critical: null,
      holdS: 0,
      recoveryMargin: 5,
      windowMin: null,
    };
    const store = (settings: object) =>
      db
        .insertInto('alarmSetting')
        .values({
          hostId,
          objectId: 0,
          settings: JSON.stringify(settings),
          version: 1,
          updatedBy: null,
          updatedAt: new Date(),
        })
        .onConflict((conflict) =>
          conflict.columns(['hostId', 'objectId']).doUpdateSet({ settings: JSON.stringify(settings) }),
        )
        .execute();
    await store({ 'node.cpuUsage': setting });
    engine.settingsChanged();
    await report(hot());
    expect(await alarms()).toEqual(['node.cpuUsage node-1 1 level 1 x1']);
    await store({ 'node.cpuUsage': { ...setting, isOn: false } });
    engine.settingsChanged();
    await report(hot());
    expect(await alarms()).toEqual(['node.cpuUsage node-1 4 level 1 x1']);
  });

  it('counts restarts, also those before its own restart', async () => {
    const restarted = (restartCnt: number) =>
      podRecord('web', nowMs(), {
        createdAt: new Date(nowMs() - 86_400_000).toISOString(),
        containers: [containerRecord('main', nowMs(), { restartCnt })],
      });
    await report({ inventory: [upserts(restarted(40))] });
    pass(1);
    await report({ inventory: [upserts(restarted(42))] });
    expect(await alarms()).toEqual([]);
    await restart();
    pass(1);
    await report({ inventory: [upserts(restarted(43))] });
    expect(await alarms()).toEqual(['pod.restarts web 1 level 1 x1']);
    pass(9);
    await report();
    expect(await alarms()).toEqual(['pod.restarts web 0 level 1 x1']);
  });

  it('counts restarts by their time: an hour reported at once is no crash loop', async () => {
    const contactMs = nowMs();
    const restarted = (restartCnt: number, atMs: number) =>
      podRecord('web', atMs, {
        createdAt: new Date(contactMs - 86_400_000).toISOString(),
        containers: [containerRecord('main', atMs, { restartCnt })],
      });
    for (let minutes = 60; minutes >= 0; minutes -= 10) {
      const atMs = contactMs - minutes * MINUTE_MS;
      const late = sender.next(atMs, { inventory: [upserts(restarted(46 - minutes / 10, atMs))] });
      await collected.pipeline.accept({ ...late, receivedAt: new Date(contactMs) });
      await engine.evaluate(hostId);
    }
    expect(await alarms()).toEqual([]);
  });

  it('counts the events of event alarms', async () => {
    const { db } = database();
    await db
      .insertInto('eventAlarm')
      .values({
        hostId,
        name: 'mounts',
        nameKey: 'mounts',
        isOn: true,
        isNotified: true,
        eventType: null,
        reason: 'FailedMount',
        objectKind: 'Pod',
        namespace: null,
        messageText: null,
        warningCnt: 2,
        criticalCnt: 10,
        windowMin: 5,
        updatedAt: new Date(),
      })
      .execute();
    engine.settingsChanged();
    const event = (count: number) => eventRecord('e1', nowMs(), { reason: 'FailedMount', count });
    await report({ events: [event(1)] });
    expect(await alarms()).toEqual([]);
    await report({ events: [event(3)] });
    expect(await alarms()).toEqual([expect.stringMatching(/^event\.\d+ web 1 level 1 x1$/)]);
    pass(4);
    await report();
    pass(2);
    await report();
    expect(await alarms()).toEqual([expect.stringMatching(/^event\.\d+ web 0 level 1 x1$/)]);
  });

  it('never has two open alarms of one object and item, also after lost tracks', async () => {
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    await database().db.deleteFrom('alarmTrack').where('hostId', '=', hostId).execute();
    await restart();
    await report();
    expect(await alarms()).toEqual(['pod.crashLoop web 1 level 5 x1']);
    await report({ inventory: [upserts(podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 0 level 5 x1']);
  });
});
