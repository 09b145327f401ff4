import { describeWithDatabase } from '@gwanje/testkit/databases';
import { addRows, changeRows, rowsOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  claimRecord,
  containerRecord,
  deletes,
  eventRecord,
  iso,
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
    return openTestEngine({ db: database().db, live: collected.live, now: collected.clock.now });
  }

  /** Sends a batch and evaluates the cluster. */
  async function report(over: Parameters<Sender['next']>[1] = {}): Promise<void> {
    await collected.pipeline.accept(sender.next(nowMs(), over));
    await engine.evaluate(hostId);
  }

  const nowMs = () => collected.clock.now().getTime();
  const advanceMinutes = (minutes: number) => collected.clock.advance(minutes * MINUTE_MS);

  async function alarms(): Promise<string[]> {
    const found = await rowsOf(database().db, 'alarm', { hostId }, '*', ['alarmId']);
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

  it('raises, counts, recovers and reopens an alarm about a crash-looping pod', async () => {
    await report({ inventory: [upserts(nodeRecord('node-1', nowMs()), podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual([]);
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 1 level 5 x1']);
    const list = () => {
      const query = { hostIds: new Set([hostId]), pageNo: 1, pageCnt: 9, nowMs: nowMs() };
      const { list: pods } = collected.live.list('pod', query);
      return pods.map(({ name, monResult, alarmCnt }) => `${name} ${monResult} ${alarmCnt}`);
    };
    expect(list()).toEqual(['web critical 1']);
    advanceMinutes(1);
    await report({ inventory: [upserts(podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 0 level 5 x1']);
    expect(list()).toEqual(['web normal 0']);
    advanceMinutes(1);
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
    const notReadyNode = () => nodeRecord('node-1', nowMs(), { conditions: [readiness('False', nowMs())] });
    await report({ inventory: [upserts(notReadyNode())] });
    expect(await alarms()).toEqual([]);
    advanceMinutes(0.5);
    await restart();
    advanceMinutes(0.5);
    await report();
    expect(await alarms()).toEqual(['node.notReady node-1 1 level 5 x1']);
    await restart();
    await report();
    advanceMinutes(1);
    await report({ inventory: [upserts(nodeRecord('node-1', nowMs()))] });
    expect(await alarms()).toEqual(['node.notReady node-1 0 level 5 x1']);
  });

  it('does not recover an alarm without data, and raises an alarm about the missing data', async () => {
    await report({ inventory: [upserts(nodeRecord('node-1', nowMs()), crashLooping('web', nowMs()))] });
    advanceMinutes(6);
    await engine.evaluate(hostId);
    expect(await alarms()).toEqual([
      'pod.crashLoop web 1 level 5 x1',
      expect.stringMatching(/^cluster\.noData \S+ 1 level 5 x1$/),
    ]);
    await report({ inventory: [upserts(podRecord('web', nowMs()))] });
    expect((await alarms()).map((line) => line.split(' ')[2])).toEqual(['0', '0']);
  });

  describe('a restart of the server', () => {
    const NO_DATA = expect.stringMatching(/^cluster\.noData \S+ 1 level 5 x1$/);

    beforeEach(async () => {
      await database().db.deleteFrom('serverRun').execute();
    });

    /** The server runs for this time, without a batch. */
    async function run(minutes: number): Promise<void> {
      advanceMinutes(minutes);
      await engine.noteRunning(true);
      await engine.evaluate(hostId);
    }

    it('gives agents time to send before it raises an alarm about missing data', async () => {
      await report();
      advanceMinutes(60);
      await restart();
      await run(2);
      expect(await alarms()).toEqual([]);
      await run(2);
      expect(await alarms()).toEqual([NO_DATA]);
    });

    it('does not recover the alarm about missing data of a cluster that is still silent', async () => {
      await report();
      await run(6);
      expect(await alarms()).toEqual([NO_DATA]);
      for (const minutes of [0, 1, 10]) {
        await restart();
        await run(minutes);
        expect(await alarms()).toEqual([NO_DATA]);
      }
      await report();
      expect(await alarms()).toEqual([expect.stringMatching(/^cluster\.noData \S+ 0 level 5 x1$/)]);
    });

    it('does not delay the alarm for ever when it happens often', async () => {
      await report();
      advanceMinutes(60);
      for (let at = 0; at < 4; at++) {
        expect(await alarms()).toEqual([]);
        await restart();
        await run(0.9);
        advanceMinutes(5);
      }
      expect(await alarms()).toEqual([NO_DATA]);
    });

    it('does not recover the alarm about a claim whose forecast is not computed yet', async () => {
      const sendUsage = () =>
        report({
          inventory: [upserts(claimRecord('data', nowMs()))],
          samples: [rows('claim', nowMs(), ['default/data'], { usedBytes: [1] })],
        });
      const forecast = (days: number | null) => {
        const query = { hostIds: new Set([hostId]), pageNo: 1, pageCnt: 1, nowMs: nowMs() };
        for (const { pvcId } of collected.live.list('claim', query).list)
          collected.live.setDaysUntilFull(Number(pvcId), days);
      };
      await sendUsage();
      forecast(1);
      await engine.evaluate(hostId);
      for (let at = 0; at < 9; at++) {
        advanceMinutes(4);
        await sendUsage();
      }
      const open = ['claim.daysUntilFull data 1 level 5 x1'];
      expect(await alarms()).toEqual(open);
      await restart();
      await sendUsage();
      expect(await alarms()).toEqual(open);
      forecast(null);
      await engine.evaluate(hostId);
      expect(await alarms()).toEqual(['claim.daysUntilFull data 0 level 5 x1']);
    });
  });

  it('closes the alarms of a deleted pod', async () => {
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    await report({ inventory: [deletes('pod', 'uid-web', nowMs())] });
    expect(await alarms()).toEqual(['pod.crashLoop web 4 level 5 x1']);
    const [row] = await rowsOf(database().db, 'alarm', { hostId }, ['closeReason', 'recoveredAt']);
    expect(row).toEqual({ closeReason: 'targetDeleted', recoveredAt: null });
  });

  it('does not reopen an alarm closed by a user while it breaches, also after a restart', async () => {
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

  it('keeps an acknowledged alarm acknowledged when it recovers, and reopens it later', async () => {
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    await setConfirmLevel(2);
    await report({ inventory: [upserts(podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 2 level 5 x1']);
    advanceMinutes(30);
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 1 level 5 x2']);
  });

  it('folds pod alarms under their node, and unfolds them when only the node recovers', async () => {
    const notReady = (name: string) => {
      const containers = [containerRecord('main', nowMs(), { isReady: false })];
      return podRecord(name, nowMs(), { owner: null, containers });
    };
    const unknown = nodeRecord('node-1', nowMs(), { conditions: [readiness('Unknown', nowMs())] });
    await report({ inventory: [upserts(unknown), upserts(notReady('a'), notReady('b'))] });
    for (let minute = 0; minute < 6; minute++) {
      advanceMinutes(1);
      await report();
    }
    const ofPods = { hostId, itemKey: 'pod.notReady' };
    const folded = async () => {
      const found = await rowsOf(database().db, 'alarm', ofPods, '*', ['objectName']);
      return found.map(
        ({ objectName, parentAlarmId, confirmLevel }) =>
          `${objectName} ${parentAlarmId === null ? 'unfolded' : 'folded'} ${confirmLevel}`,
      );
    };
    expect(await folded()).toEqual(['a folded 1', 'b folded 1']);
    await changeRows(database().db, 'alarm', ofPods, { confirmLevel: 2, isConfirmedByParent: true });
    await restart();
    await report({ inventory: [upserts(nodeRecord('node-1', nowMs()))] });
    await report();
    expect(await folded()).toEqual(['a unfolded 1', 'b unfolded 1']);
    await report({ inventory: [upserts(podRecord('a', nowMs(), { owner: null }))] });
    expect(await folded()).toEqual(['a unfolded 0', 'b unfolded 1']);
  });

  it('folds pod alarms of one owner; the parent ends with the last of them, and all may breach again', async () => {
    const openAlarmsWithParent = async () => {
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
    const recover = async (...names: string[]) => {
      await report({ inventory: [upserts(...names.map((name) => podRecord(name, nowMs())))] });
      // The next evaluation folds alarms whose parent has ended under a new parent.
      await report();
    };
    const all = ['a under none', 'b under a', 'c under a'];
    await crash('a', 'b', 'c');
    expect(await openAlarmsWithParent()).toEqual(all);
    advanceMinutes(1);
    await recover('a');
    expect(await openAlarmsWithParent()).toEqual(all);
    advanceMinutes(1);
    await recover('b');
    expect(await openAlarmsWithParent()).toEqual(['a under none', 'c under a']);
    advanceMinutes(1);
    await crash('a', 'b');
    expect(await openAlarmsWithParent()).toEqual(all);
    advanceMinutes(1);
    await recover('a', 'b', 'c');
    expect(await openAlarmsWithParent()).toEqual([]);
    advanceMinutes(1);
    await crash('b', 'c');
    expect(await openAlarmsWithParent()).toEqual(['b under none', 'c under b']);
    advanceMinutes(1);
    await crash('a');
    expect(await openAlarmsWithParent()).toEqual(['a under b', 'b under none', 'c under b']);
  });

  it("uses the cluster's own setting, and closes alarms of items that are switched off", async () => {
    const { db } = database();
    await report({ inventory: [upserts(nodeRecord('node-1', nowMs()))] });
    const highCpu = () => ({ samples: [rows('node', nowMs(), ['node-1'], { cpuUsedCores: [4.4] })] });
    await report(highCpu());
    expect(await alarms()).toEqual([]);
    const levels = { warning: 50, critical: null, holdS: 0, recoveryMargin: 5, windowMin: null };
    const setting = { isOn: true, isNotified: true, ...levels };
    const row = { hostId, objectId: 0, version: 1, updatedBy: null, updatedAt: new Date() };
    const store = async (values: object) => {
      const settings = JSON.stringify(values);
      await db.deleteFrom('alarmSetting').where('hostId', '=', hostId).execute();
      await addRows(db, 'alarmSetting', { ...row, settings });
    };
    await store({ 'node.cpuUsage': setting });
    engine.settingsChanged();
    await report(highCpu());
    expect(await alarms()).toEqual(['node.cpuUsage node-1 1 level 1 x1']);
    await store({ 'node.cpuUsage': { ...setting, isOn: false } });
    engine.settingsChanged();
    await report(highCpu());
    expect(await alarms()).toEqual(['node.cpuUsage node-1 4 level 1 x1']);
  });

  it('counts pod restarts, also those before a restart of the server', async () => {
    const restarted = (restartCnt: number) =>
      podRecord('web', nowMs(), {
        createdAt: new Date(nowMs() - 86_400_000).toISOString(),
        containers: [containerRecord('main', nowMs(), { restartCnt })],
      });
    await report({ inventory: [upserts(restarted(40))] });
    advanceMinutes(1);
    await report({ inventory: [upserts(restarted(42))] });
    expect(await alarms()).toEqual([]);
    await restart();
    advanceMinutes(1);
    await report({ inventory: [upserts(restarted(43))] });
    expect(await alarms()).toEqual(['pod.restarts web 1 level 1 x1']);
    advanceMinutes(9);
    await report();
    expect(await alarms()).toEqual(['pod.restarts web 0 level 1 x1']);
  });

  describe('the restarts of a pod with an init container', () => {
    const times = { startedAt: null, finishedAt: null };
    const result = { reason: 'Completed', message: null, exitCode: 0, signal: null };
    const ended = { kind: 'terminated', ...result, ...times } as const;
    const send = async (initRestartCnt: number, isInitDone: boolean, mainRestartCnt: number) => {
      advanceMinutes(1);
      const init = containerRecord('init', nowMs(), { type: 'init', restartCnt: initRestartCnt });
      const containers = [
        isInitDone ? { ...init, state: ended } : init,
        containerRecord('main', nowMs(), { restartCnt: mainRestartCnt }),
      ];
      const createdAt = iso(nowMs() - 86_400_000);
      await report({ inventory: [upserts(podRecord('web', nowMs(), { createdAt, containers }))] });
    };

    it('are those of its containers, when the init container runs again after a reboot of the node', async () => {
      await send(0, true, 10);
      await send(1, false, 10);
      await send(1, true, 11);
      expect(await alarms()).toEqual([]);
      await restart();
      await send(1, true, 11);
      expect(await alarms()).toEqual([]);
      await send(1, true, 12);
      expect(await alarms()).toEqual(['pod.restarts web 1 level 1 x1']);
    });

    it('include those before the pod was initialised', async () => {
      await send(0, false, 0);
      await send(1, false, 0);
      await send(1, true, 0);
      await send(1, true, 1);
      expect(await alarms()).toEqual([]);
      await send(1, true, 2);
      expect(await alarms()).toEqual(['pod.restarts web 1 level 1 x1']);
    });
  });

  it('counts pod restarts by their time, also when the agent reports an hour at once', async () => {
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

  it('raises an event alarm by the number of events in its window, and recovers it', async () => {
    const { db } = database();
    const about = {
      eventType: null,
      reason: 'FailedMount',
      objectKind: 'Pod',
      namespace: null,
      messageText: null,
    };
    const rule = { name: 'mounts', nameKey: 'mounts', isOn: true, isNotified: true, ...about };
    const limits = { warningCnt: 2, criticalCnt: 10, windowMin: 5 };
    await addRows(db, 'eventAlarm', { hostId, ...rule, ...limits, updatedAt: new Date() });
    engine.settingsChanged();
    const event = (count: number) => eventRecord('e1', nowMs(), { reason: 'FailedMount', count });
    await report({ events: [event(1)] });
    expect(await alarms()).toEqual([]);
    await report({ events: [event(3)] });
    expect(await alarms()).toEqual([expect.stringMatching(/^event\.\d+ web 1 level 1 x1$/)]);
    advanceMinutes(4);
    await report();
    advanceMinutes(2);
    await report();
    expect(await alarms()).toEqual([expect.stringMatching(/^event\.\d+ web 0 level 1 x1$/)]);
  });

  it('has one open alarm for an object and item, also after the tracks were lost', async () => {
    await report({ inventory: [upserts(crashLooping('web', nowMs()))] });
    await database().db.deleteFrom('alarmTrack').where('hostId', '=', hostId).execute();
    await restart();
    await report();
    expect(await alarms()).toEqual(['pod.crashLoop web 1 level 5 x1']);
    await report({ inventory: [upserts(podRecord('web', nowMs()))] });
    expect(await alarms()).toEqual(['pod.crashLoop web 0 level 5 x1']);
  });
});
