import type { AlarmSettings } from '@gwanje/contract/alarms/alarm-items';
import { type AlarmRow, getAlarm, listAlarms } from '@gwanje/contract/alarms/alarms';
import { getPod, listPods } from '@gwanje/kinds/pod/calls';
import type { PodRecord } from '@gwanje/kinds/pod/record';
import { addRows, rowOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import {
  containerRecord,
  deletes,
  iso,
  nodeRecord,
  podRecord,
  Sender,
  upserts,
  workloadRecord,
} from '../../../pipeline/testing/batches.ts';
import { collectedScene } from '../../../testing/collected-scene.ts';
import { describeWithOwnApp } from '../../../testing/describe-with-app.ts';
import { addCluster } from '../../../testing/world.ts';

const MINUTE_MS = 60_000;
const page = { pageNo: 1, pageCnt: 200 };
const cronJobOwner = { kind: 'CronJob', name: 'report', uid: 'uid-report' };

describeWithOwnApp('one trouble is one alarm', (app) => {
  async function scene(settings: AlarmSettings = {}) {
    const { caller, subGroupId } = await collectedScene(app());
    const hostId = await addCluster(app().db, subGroupId);
    const row = { hostId, objectId: 0, version: 1, updatedBy: null, updatedAt: new Date() };
    await addRows(app().db, 'alarmSetting', { ...row, settings: JSON.stringify(settings) });
    const { pipeline, alarms } = app().services;
    await pipeline.clusterChanged(hostId);
    await alarms.engine.reloadSettings();
    const sender = new Sender(hostId);
    const nowMs = () => app().clock.now().getTime();
    const send = async (inventory: (ReturnType<typeof upserts> | ReturnType<typeof deletes>)[]) => {
      await pipeline.accept(sender.next(nowMs(), { inventory }));
      await alarms.engine.evaluate(hostId);
    };
    const alarmsOf = async (isFolded: boolean) => {
      const body = { filter: { hostId: [hostId], target: ['pod'], isFolded }, orderBy: ['alarmId'] };
      return (await caller.ok(listAlarms, { params: page, body })).list;
    };
    await send([upserts(nodeRecord('node-1', nowMs()))]);
    return {
      caller,
      hostId,
      nowMs,
      report: (...records: Parameters<typeof upserts>) => send([upserts(...records)]),
      remove: (uid: string, kind: 'pod' | 'cronJob' = 'pod') => send([deletes(kind, uid, nowMs())]),
      pass: (minutes: number) => app().clock.advance(minutes * MINUTE_MS),
      visible: () => alarmsOf(false),
      folded: () => alarmsOf(true),
      children: async ({ alarmId }: AlarmRow) =>
        (await caller.ok(getAlarm, { params: { alarmId } })).childList.map(({ itemKey }) => itemKey).sort(),
    };
  }

  function jobPod(run: number, atMs: number, more: Partial<PodRecord> = {}): PodRecord {
    const createdAt = iso(atMs);
    return podRecord(`report-${run}`, atMs, { owner: cronJobOwner, phase: 'Failed', createdAt, ...more });
  }

  const cronJob = (atMs: number, lastSuccessTime: string | null = null) =>
    workloadRecord('report', atMs, { kind: 'cronJob', schedule: '* * * * *', lastSuccessTime });

  it.each([
    ['keeps the last failed run', 1],
    ['removes its failed run before the next one', 0],
  ])('a cron job that %s fails many times: one alarm with a count', async (_title, keptRuns) => {
    const runs = 12;
    const { nowMs, report, remove, pass, visible, folded } = await scene();
    await report(cronJob(nowMs()));
    for (let run = 1; run <= runs; run++) {
      pass(1);
      const old = run - keptRuns;
      const createdMs = nowMs() - keptRuns * MINUTE_MS;
      await report(jobPod(run, nowMs()));
      if (old === 0) continue;
      await report(jobPod(old, createdMs, { deletingAt: iso(nowMs()) }));
      await remove(`uid-report-${old}`);
    }
    const counted = { confirmLevel: 1, occurCnt: runs, lastOccurredAt: iso(nowMs()) };
    expect(await visible()).toMatchObject([{ itemKey: 'pod.failed', ownerName: 'report', ...counted }]);
    expect(await folded()).toHaveLength(runs - 1);
    // The next run succeeds.
    pass(1);
    await report(jobPod(runs + 1, nowMs(), { phase: 'Succeeded' }));
    await report();
    const ended = await visible();
    expect(ended).toHaveLength(1);
    expect([0, 4]).toContain(ended[0]?.confirmLevel);
  });

  it('the alarm of a cron job ends a day after its last failure', async () => {
    const { hostId, nowMs, report, remove, pass } = await scene();
    await report(cronJob(nowMs()));
    await report(jobPod(1, nowMs()));
    await remove('uid-report-1');
    const levels: number[] = [];
    for (const hours of [23, 2]) {
      pass(hours * 60);
      await report();
      // The session of the caller has expired.
      const row = await rowOf(app().db, 'alarm', { hostId, itemKey: 'pod.failed' }, ['confirmLevel']);
      levels.push(row.confirmLevel);
    }
    expect(levels).toEqual([1, 4]);
  });

  it('the alarm of a cron job ends when the cron job is deleted', async () => {
    const { nowMs, report, remove, visible } = await scene();
    await report(cronJob(nowMs()), jobPod(1, nowMs()));
    await remove('uid-report-1');
    expect(await visible()).toMatchObject([{ confirmLevel: 1 }]);
    await remove('uid-report', 'cronJob');
    expect(await visible()).toMatchObject([{ confirmLevel: 4, closeReason: 'targetDeleted' }]);
  });

  it('the alarm of a cron job ends with its next success, also if the pods of that run are deleted at once', async () => {
    const { nowMs, report, pass, visible } = await scene();
    await report(cronJob(nowMs(), iso(nowMs() - MINUTE_MS)), jobPod(1, nowMs()));
    expect(await visible()).toMatchObject([{ itemKey: 'pod.failed', confirmLevel: 1 }]);
    pass(1);
    await report(cronJob(nowMs(), iso(nowMs())));
    expect(await visible()).toMatchObject([{ itemKey: 'pod.failed', confirmLevel: 0 }]);
  });

  it('a job whose retry succeeds has recovered', async () => {
    const { nowMs, report, pass, visible } = await scene();
    const owner = { kind: 'Job', name: 'import', uid: 'uid-import' };
    const job = (desiredCnt: number, readyCnt: number) =>
      workloadRecord('import', nowMs(), { kind: 'job', desiredCnt, readyCnt });
    await report(job(2, 0), jobPod(1, nowMs(), { owner }));
    pass(1);
    // The pod of another index has succeeded.
    await report(job(2, 1), jobPod(2, nowMs(), { owner, phase: 'Succeeded' }));
    expect(await visible()).toMatchObject([{ itemKey: 'pod.failed', confirmLevel: 1 }]);
    await report(job(2, 2), jobPod(3, nowMs(), { owner, phase: 'Succeeded' }));
    expect(await visible()).toMatchObject([{ itemKey: 'pod.failed', confirmLevel: 0 }]);
  });

  const waiting = (reason: string, restartCnt: number, atMs: number) => {
    const none = { message: null, exitCode: null, signal: null, startedAt: null, finishedAt: null };
    const state = { kind: 'waiting', reason, ...none } as const;
    return containerRecord('main', atMs, { restartCnt, isReady: false, state });
  };

  it('a crashing pod: the crash loop, with restarts and not ready inside; it ends ten minutes after the last restart', async () => {
    const { caller, hostId, nowMs, report, pass, visible, children } = await scene();
    const pod = (restartCnt: number, isRunning: boolean) => {
      const running = containerRecord('main', nowMs(), { restartCnt });
      const main = isRunning ? running : waiting('CrashLoopBackOff', restartCnt, nowMs());
      return podRecord('web', nowMs(), { owner: null, containers: [main] });
    };
    await report(pod(0, true));
    for (let minute = 1; minute <= 6; minute++) {
      pass(1);
      await report(pod(minute, false));
    }
    const [alarm] = await visible();
    expect(await visible()).toMatchObject([{ itemKey: 'pod.crashLoop', level: 5, occurCnt: 1, childCnt: 2 }]);
    expect(alarm && (await children(alarm))).toEqual(['pod.notReady', 'pod.restarts']);
    // It runs for a moment between two crashes.
    await report(pod(6, true));
    await report(pod(7, false));
    expect(await visible()).toMatchObject([{ itemKey: 'pod.crashLoop', confirmLevel: 1, occurCnt: 1 }]);
    await report(pod(7, true));
    pass(5);
    await report();
    expect(await visible()).toMatchObject([{ confirmLevel: 1 }]);
    pass(6);
    await report();
    await report();
    expect(await visible()).toMatchObject([{ confirmLevel: 0, recoveredAt: expect.any(String) }]);
    const [row] = (await caller.ok(listPods, { params: page, body: { filter: { hostId: [hostId] } } })).list;
    expect(row).toMatchObject({ alarmCnt: 0 });
  });

  it('a critical symptom makes the alarm critical', async () => {
    const { nowMs, report, pass, visible } = await scene();
    const createdAt = iso(nowMs());
    const pod = (containers: PodRecord['containers']) =>
      podRecord('web', nowMs(), { phase: 'Pending', createdAt, owner: null, containers });
    for (let minute = 0; minute < 6; minute++) {
      await report(pod([]));
      pass(1);
    }
    expect(await visible()).toMatchObject([{ itemKey: 'pod.pending', level: 1 }]);
    for (let minute = 0; minute < 3; minute++) {
      await report(pod([waiting('ErrImagePull', 0, nowMs())]));
      pass(1);
    }
    expect(await visible()).toMatchObject([{ itemKey: 'pod.pending', level: 5, childCnt: 1 }]);
  });

  it('a critical pod makes the alarm of its owner critical, also if both begin at once', async () => {
    const { nowMs, report, pass, visible } = await scene();
    const pods = (restarts: readonly number[]) =>
      restarts.map((restartCnt, index) => {
        const containers = [containerRecord('main', nowMs(), { restartCnt })];
        return podRecord(`web-${index}`, nowMs(), { containers });
      });
    await report(...pods([0, 0]));
    pass(1);
    await report(...pods([3, 5]));
    const alarm = { objectName: 'web-0', itemKey: 'pod.restarts', level: 5, value: 3 };
    expect(await visible()).toMatchObject([alarm]);
  });

  it('the alarm of an owner stays open until its last pod has recovered; recovered pods count none', async () => {
    const { caller, hostId, nowMs, report, visible } = await scene();
    const pods = ['a', 'b'];
    const failing = (name: string) =>
      podRecord(name, nowMs(), { containers: [waiting('CrashLoopBackOff', 0, nowMs())] });
    for (const name of pods) await report(failing(name));
    expect(await visible()).toMatchObject([{ objectName: 'a', childCnt: 1, occurCnt: 2 }]);
    await report(podRecord('a', nowMs()));
    expect(await visible()).toMatchObject([{ objectName: 'a', confirmLevel: 1, childCnt: 1 }]);
    const body = { filter: { hostId: [hostId] }, orderBy: ['name'] };
    const { list } = await caller.ok(listPods, { params: page, body });
    expect(list.map(({ alarmCnt }) => alarmCnt)).toEqual([0, 1]);
    await report(failing('a'));
    const again = (await caller.ok(listPods, { params: page, body })).list;
    expect(again.map(({ alarmCnt }) => alarmCnt)).toEqual([1, 1]);
    await report(podRecord('a', nowMs()), podRecord('b', nowMs()));
    expect(await visible()).toMatchObject([{ confirmLevel: 0 }]);
  });

  it('pods of one owner that begin with different symptoms are one alarm, until the last of them is well', async () => {
    const { nowMs, report, pass, visible, children } = await scene();
    const createdAt = iso(nowMs());
    const looping = () => podRecord('a', nowMs(), { containers: [waiting('CrashLoopBackOff', 1, nowMs())] });
    const pending = () => podRecord('b', nowMs(), { phase: 'Pending', createdAt, containers: [] });
    for (let minute = 0; minute <= 6; minute++) {
      await report(looping(), pending());
      pass(1);
    }
    const one = { itemKey: 'pod.crashLoop', objectName: 'a', occurCnt: 2 };
    const [alarm, ...others] = await visible();
    expect(others).toEqual([]);
    expect(alarm).toMatchObject(one);
    expect(alarm && (await children(alarm))).toEqual(['pod.notReady', 'pod.pending']);
    // The pending pod starts and crashes too: this is not one more pod.
    await report(podRecord('b', nowMs(), { containers: [waiting('CrashLoopBackOff', 1, nowMs())] }));
    expect(await visible()).toMatchObject([one]);
    // A pod that begins to fail in another way much later is another trouble.
    pass(30);
    await report(podRecord('c', nowMs(), { phase: 'Failed' }));
    expect(await visible()).toMatchObject([one, { itemKey: 'pod.failed', objectName: 'c' }]);
    await report(podRecord('a', nowMs()), podRecord('b', nowMs()), podRecord('c', nowMs()));
    pass(11);
    await report();
    await report();
    expect(await visible()).toMatchObject([{ confirmLevel: 0 }, { confirmLevel: 0 }]);
  });

  it('a pod that is OOM-killed again counts its alarm again', async () => {
    const { caller, hostId, nowMs, report, pass } = await scene();
    const killed = (name: string) => {
      const main = containerRecord('main', nowMs());
      const { state } = waiting('OOMKilled', 0, nowMs());
      const lastState = state && { ...state, kind: 'terminated' as const, finishedAt: iso(nowMs()) };
      return podRecord(name, nowMs(), { containers: [{ ...main, lastState }] });
    };
    const counts = async () => {
      const body = { filter: { hostId: [hostId] }, orderBy: ['name'] };
      return (await caller.ok(listPods, { params: page, body })).list.map(({ alarmCnt }) => alarmCnt);
    };
    await report(killed('a'));
    pass(6);
    await report(killed('b'));
    expect(await counts()).toEqual([1, 1]);
    pass(6);
    await report();
    expect(await counts()).toEqual([0, 1]);
    await report(killed('a'));
    expect(await counts()).toEqual([1, 1]);
  });

  it('a pod that stays in Terminating raises an alarm', async () => {
    const { caller, hostId, nowMs, report, pass, visible } = await scene();
    await report(podRecord('web', nowMs(), { owner: null, deletingAt: iso(nowMs()) }));
    pass(9);
    await report();
    expect(await visible()).toEqual([]);
    pass(2);
    await report();
    expect(await visible()).toMatchObject([{ itemKey: 'pod.terminating', level: 1 }]);
    const [row] = (await caller.ok(listPods, { params: page, body: { filter: { hostId: [hostId] } } })).list;
    if (!row) throw new Error('no pod');
    expect((await caller.ok(getPod, { params: { podId: row.podId } })).status).toBe('Terminating');
  });
});
