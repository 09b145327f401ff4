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
} from '../../pipeline/testing/batches.ts';
import {
  insertCluster,
  openTestMetrics,
  openTestPipeline,
  type TestMetrics,
  type TestPipeline,
} from '../../pipeline/testing/test-pipeline.ts';
import { crashLooping } from '../testing/records.ts';
import { openTestEngine } from '../testing/test-engine.ts';
import type { AlarmEngine } from './alarm-engine.ts';

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

  /** A batch comes, and the engine looks. */
  async function tell(over: Parameters<Sender['next']>[1] = {}): Promise<void> {
    await collected.collector.accept(sender.next(nowMs(), over));
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

  it('raises an alarm of a pod that crash-loops, shows it where lists look, and recovers it', async () => {
    await tell({ inventory: [upserts(nodeRecord('node-1', nowMs()), podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual([]);
    await tell({ inventory: [upserts(crashLooping('web', nowMs()))] });
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
    await tell({ inventory: [upserts(podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 0 level 5 x1']);
    expect(list()).toEqual(['web normal 0']);
    pass(1);
    await tell({ inventory: [upserts(crashLooping('web', nowMs()))] });
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

  it('goes on with a hold, and with an open alarm, after a restart', async () => {
    const wrong = () => nodeRecord('node-1', nowMs(), { conditions: [readiness('False', nowMs())] });
    await tell({ inventory: [upserts(wrong())] });
    expect(await alarms()).toEqual([]);
    pass(0.5);
    await restart();
    pass(0.5);
    await tell();
    expect(await alarms()).toEqual(['node.notReady node-1 1 level 5 x1']);
    await restart();
    await tell();
    pass(1);
    await tell({ inventory: [upserts(nodeRecord('node-1', nowMs()))] });
    expect(await alarms()).toEqual(['node.notReady node-1 0 level 5 x1']);
  });

  it('does not take silence for recovery, and raises the silence itself', async () => {
    await tell({ inventory: [upserts(nodeRecord('node-1', nowMs()), crashLooping('web', nowMs()))] });
    pass(6);
    await engine.evaluate(hostId);
    expect(await alarms()).toEqual([
      'pod.crashLoop web 1 level 5 x1',
      expect.stringMatching(/^cluster\.noData \S+ 1 level 5 x1$/),
    ]);
    await tell({ inventory: [upserts(podRecord('web', nowMs()))] });
    expect((await alarms()).map((line) => line.split(' ')[2])).toEqual(['0', '0']);
  });

  it('counts silence from its own start, so that a restart is no silence of others', async () => {
    await tell();
    pass(60);
    await restart();
    await engine.evaluate(hostId);
    expect(await alarms()).toEqual([]);
  });

  it('closes the alarms of a pod that is gone', async () => {
    await tell({ inventory: [upserts(crashLooping('web', nowMs()))] });
    await tell({ inventory: [deletes('pod', 'uid-web', nowMs())] });
    expect(await alarms()).toEqual(['pod.crashLoop web 4 level 5 x1']);
    const row = await database()
      .db.selectFrom('alarm')
      .select(['closeReason', 'recoveredAt'])
      .where('hostId', '=', hostId)
      .executeTakeFirst();
    expect(row).toEqual({ closeReason: 'targetDeleted', recoveredAt: null });
  });

  it('keeps quiet about what was closed while still wrong, also after a restart', async () => {
    await tell({ inventory: [upserts(crashLooping('web', nowMs()))] });
    await setConfirmLevel(4);
    await tell();
    await restart();
    await tell();
    expect(await alarms()).toEqual(['pod.crashLoop web 4 level 5 x1']);
    await tell({ inventory: [upserts(podRecord('web', nowMs()))] });
    await tell({ inventory: [upserts(crashLooping('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 4 level 5 x1', 'pod.crashLoop web 1 level 5 x1']);
  });

  it('notes a recovery of what somebody is at, and leaves the level', async () => {
    await tell({ inventory: [upserts(crashLooping('web', nowMs()))] });
    await setConfirmLevel(2);
    await tell({ inventory: [upserts(podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 2 level 5 x1']);
    pass(30);
    await tell({ inventory: [upserts(crashLooping('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 1 level 5 x2']);
  });

  it('folds pods under their node, and lets them stand for themselves when they outlive its failure', async () => {
    const notReady = (name: string) =>
      podRecord(name, nowMs(), {
        owner: null,
        containers: [containerRecord('main', nowMs(), { isReady: false })],
      });
    await tell({
      inventory: [
        upserts(nodeRecord('node-1', nowMs(), { conditions: [readiness('Unknown', nowMs())] })),
        upserts(notReady('a'), notReady('b')),
      ],
    });
    for (let minute = 0; minute < 6; minute++) {
      pass(1);
      await tell();
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
    await tell({ inventory: [upserts(nodeRecord('node-1', nowMs()))] });
    await tell();
    expect(await folded()).toEqual(['a alone 1', 'b alone 1']);
    await tell({ inventory: [upserts(podRecord('a', nowMs(), { owner: null }))] });
    expect(await folded()).toEqual(['a alone 0', 'b alone 1']);
  });

  it('folds pods of one owner, whichever of them recovers and breaks again', async () => {
    const families = async () => {
      const found = await database()
        .db.selectFrom('alarm')
        .leftJoin('alarm as parent', 'parent.alarmId', 'alarm.parentAlarmId')
        .select(['alarm.objectName', 'parent.objectName as parentName'])
        .where('alarm.hostId', '=', hostId)
        .where('alarm.confirmLevel', 'in', [1, 2, 3])
        .orderBy('alarm.objectName')
        .execute();
      return found.map(({ objectName, parentName }) => `${objectName} under ${parentName ?? 'nobody'}`);
    };
    const crash = (...names: string[]) =>
      tell({ inventory: [upserts(...names.map((name) => crashLooping(name, nowMs())))] });
    const heal = async (...names: string[]) => {
      await tell({ inventory: [upserts(...names.map((name) => podRecord(name, nowMs())))] });
      // Who is left without a parent has another from the next look on.
      await tell();
    };
    await crash('a', 'b', 'c');
    expect(await families()).toEqual(['a under nobody', 'b under a', 'c under a']);
    pass(1);
    await heal('a');
    expect(await families()).toEqual(['b under nobody', 'c under b']);
    pass(1);
    await crash('a');
    expect(await families()).toEqual(['a under b', 'b under nobody', 'c under b']);
    pass(1);
    await heal('a', 'b');
    expect(await families()).toEqual(['c under nobody']);
    pass(1);
    await crash('a', 'b');
    expect(await families()).toEqual(['a under c', 'b under c', 'c under nobody']);
    pass(1);
    await heal('a', 'b', 'c');
    expect(await families()).toEqual([]);
    pass(1);
    await crash('a', 'b', 'c');
    expect(await families()).toEqual(['a under nobody', 'b under a', 'c under a']);
  });

  it('goes by the settings of the nearest, and closes what is switched off', async () => {
    const { db } = database();
    await tell({ inventory: [upserts(nodeRecord('node-1', nowMs()))] });
    const hot = () => ({ samples: [rows('node', nowMs(), ['node-1'], { cpuUsedCores: [4.4] })] });
    await tell(hot());
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
    await tell(hot());
    expect(await alarms()).toEqual(['node.cpuUsage node-1 1 level 1 x1']);
    await store({ 'node.cpuUsage': { ...setting, isOn: false } });
    engine.settingsChanged();
    await tell(hot());
    expect(await alarms()).toEqual(['node.cpuUsage node-1 4 level 1 x1']);
  });

  it('counts restarts as they happen, also those of before a restart of its own', async () => {
    const restarted = (restartCnt: number) =>
      podRecord('web', nowMs(), {
        createdAt: new Date(nowMs() - 86_400_000).toISOString(),
        containers: [containerRecord('main', nowMs(), { restartCnt })],
      });
    await tell({ inventory: [upserts(restarted(40))] });
    pass(1);
    await tell({ inventory: [upserts(restarted(42))] });
    expect(await alarms()).toEqual([]);
    await restart();
    pass(1);
    await tell({ inventory: [upserts(restarted(43))] });
    expect(await alarms()).toEqual(['pod.restarts web 1 level 1 x1']);
    pass(9);
    await tell();
    expect(await alarms()).toEqual(['pod.restarts web 0 level 1 x1']);
  });

  it('counts restarts by when they happened: an hour told at once is no crash loop', async () => {
    const contactMs = nowMs();
    const restarted = (restartCnt: number, atMs: number) =>
      podRecord('web', atMs, {
        createdAt: new Date(contactMs - 86_400_000).toISOString(),
        containers: [containerRecord('main', atMs, { restartCnt })],
      });
    for (let minutes = 60; minutes >= 0; minutes -= 10) {
      const atMs = contactMs - minutes * MINUTE_MS;
      const late = sender.next(atMs, { inventory: [upserts(restarted(46 - minutes / 10, atMs))] });
      await collected.collector.accept({ ...late, receivedAt: new Date(contactMs) });
      await engine.evaluate(hostId);
    }
    expect(await alarms()).toEqual([]);
  });

  it('counts events that somebody wants to be told of', async () => {
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
    await tell({ events: [event(1)] });
    expect(await alarms()).toEqual([]);
    await tell({ events: [event(3)] });
    expect(await alarms()).toEqual([expect.stringMatching(/^event\.\d+ web 1 level 1 x1$/)]);
    pass(4);
    await tell();
    pass(2);
    await tell();
    expect(await alarms()).toEqual([expect.stringMatching(/^event\.\d+ web 0 level 1 x1$/)]);
  });

  it('never has two open alarms of one thing, whatever was lost', async () => {
    await tell({ inventory: [upserts(crashLooping('web', nowMs()))] });
    await database().db.deleteFrom('alarmTrack').where('hostId', '=', hostId).execute();
    await restart();
    await tell();
    expect(await alarms()).toEqual(['pod.crashLoop web 1 level 5 x1']);
    await tell({ inventory: [upserts(podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 0 level 5 x1']);
  });
});
