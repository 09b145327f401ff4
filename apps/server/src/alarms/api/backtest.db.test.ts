import type { AlarmSetting, AlarmSettings } from '@gwanje/contract/alarms/alarm-items';
import { backtestTemplate } from '@gwanje/contract/alarms/backtest';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { addRows } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import {
  containerRecord,
  deletes,
  nodeRecord,
  podRecord,
  readiness,
  rows,
  Sender,
  upserts,
} from '../../pipeline/testing/batches.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { addCluster } from '../../testing/world.ts';
import { crashLooping } from '../testing/records.ts';

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;

describeWithOwnApp('the backtest of a template', (app) => {
  const setting = (key: keyof typeof alarmItems, over: Partial<AlarmSetting>): AlarmSettings => ({
    [key]: { ...alarmItems[key].standard, ...over },
  });
  const template: AlarmSettings = {
    ...setting('node.cpuUsage', { holdS: 30 }),
    ...setting('node.notReady', { holdS: 60 }),
    ...setting('pod.notReady', { isOn: false }),
    ...setting('pod.memUsage', { holdS: 60 }),
  };

  /** The engine evaluates 90 minutes: high CPU, a NotReady node, a crash-looping pod, no data for a while. */
  async function runNinetyMinutes() {
    const scene = await collectedScene(app(), 3);
    const { pipeline, alarms } = app().services;
    const hostId = await addCluster(app().db, scene.subGroupId);
    await pipeline.clusterChanged(hostId);
    const row = { hostId, objectId: 0, version: 1, updatedBy: null, updatedAt: new Date() };
    await addRows(app().db, 'alarmSetting', { ...row, settings: JSON.stringify(template) });
    await alarms.engine.reloadSettings();
    const sender = new Sender(hostId);
    const startMs = app().clock.now().getTime();
    const limits = { cpuCores: 1, memBytes: 1e9, ephemeralBytes: -1 };
    const pod = (atMs: number) =>
      podRecord('web', atMs, {
        createdAt: new Date(startMs - MINUTE_MS).toISOString(),
        containers: [containerRecord('main', atMs, { limits })],
      });
    for (let minute = 0; minute < 90; minute += STEP_MS / MINUTE_MS) {
      const atMs = app().clock.now().getTime();
      const inventory = [];
      if (minute === 0)
        inventory.push(upserts(nodeRecord('node-1', atMs), nodeRecord('node-2', atMs), pod(atMs)));
      if (minute === 20)
        inventory.push(upserts(nodeRecord('node-2', atMs, { conditions: [readiness('False', atMs)] })));
      if (minute === 28) inventory.push(upserts(nodeRecord('node-2', atMs)));
      if (minute === 40) inventory.push(upserts(crashLooping('loops', atMs)));
      if (minute === 50) inventory.push(deletes('pod', 'uid-loops', atMs));
      const isHot =
        (minute >= 5 && minute < 6.5) || (minute >= 15 && minute < 16.5) || (minute >= 30 && minute < 42);
      const isSilent = minute >= 65 && minute < 75;
      const samples = [
        rows('node', atMs, ['node-1', 'node-2'], {
          cpuUsedCores: [isHot ? 7.2 : 1, 1],
          memUsedBytes: [8e9, 8e9],
        }),
        rows('pod', atMs, ['uid-web'], { cpuUsedCores: [0.1], memUsedBytes: [minute >= 80 ? 9.9e8 : 2e8] }),
      ];
      if (!isSilent) await pipeline.accept(sender.next(atMs, { inventory, samples }));
      await alarms.engine.evaluate(hostId);
      app().clock.advance(STEP_MS);
    }
    return { ...scene, hostId };
  }

  async function raised(hostId: number): Promise<Record<string, number>> {
    const found = await app()
      .db.selectFrom('alarm')
      .select((eb) => ['itemKey', eb.fn.sum<number>('occurCnt').as('cnt')])
      .where('hostId', '=', hostId)
      .groupBy('itemKey')
      .orderBy('itemKey')
      .execute();
    return Object.fromEntries(found.map(({ itemKey, cnt }) => [itemKey, Number(cnt)]));
  }

  it('finds the alarms that the engine raised, and lists the items that it could not test', async () => {
    const { caller, hostId } = await runNinetyMinutes();
    const body = { of: { kind: 'settings', settings: template }, hostIdList: [hostId], days: 1 };
    const answer = await caller.ok(backtestTemplate, { body });
    const fired = answer.itemList.filter(({ firedCnt }) => firedCnt > 0);
    const firedCnts = Object.fromEntries(fired.map(({ itemKey, firedCnt }) => [itemKey, firedCnt]));
    expect(firedCnts).toEqual(await raised(hostId));
    expect(await raised(hostId)).toMatchObject({
      'cluster.noData': 1,
      'node.cpuUsage': 3,
      'node.notReady': 1,
      'pod.crashLoop': 1,
      'pod.memUsage': 1,
    });
    const of = (key: string) => answer.itemList.find(({ itemKey }) => itemKey === key);
    expect(of('node.cpuUsage')).toMatchObject({ shortCnt: 2, openCnt: 0, objectCnt: 2, testedCnt: 2 });
    expect(of('pod.memUsage')).toMatchObject({ firedCnt: 1, openCnt: 1 });
    expect(of('pod.crashLoop')?.exampleList[0]).toMatchObject({ objectName: 'loops', namespace: 'default' });
    // The alarm ended because its pod was deleted, which is not counted as a recovery.
    expect(of('pod.crashLoop')).toMatchObject({ openCnt: 0, totalS: 0, shortCnt: 0 });
    const skipped = [
      { itemKey: 'cluster.apiUnreachable', reason: 'notStored' },
      { itemKey: 'pod.notReady', reason: 'off' },
      { itemKey: 'claim.daysUntilFull', reason: 'notStored' },
    ];
    expect(answer.skippedList).toEqual(expect.arrayContaining(skipped));
    const suggested = of('node.cpuUsage');
    expect(suggested?.suggestedFiredCnt).toBe(1);
    const holdS = suggested?.suggestedHoldS ?? 0;
    const longer = { kind: 'settings', settings: { ...template, ...setting('node.cpuUsage', { holdS }) } };
    const withLongerHold = await caller.ok(backtestTemplate, { body: { ...body, of: longer } });
    // The cluster's own settings take precedence over the settings in the backtest.
    expect(withLongerHold.itemList.find(({ itemKey }) => itemKey === 'node.cpuUsage')?.firedCnt).toBe(3);
    await app().db.deleteFrom('alarmSetting').where('hostId', '=', hostId).execute();
    const changed = { ...body, of: longer, days: 2 };
    const withoutOwnSettings = await caller.ok(backtestTemplate, { body: changed });
    expect(withoutOwnSettings.itemList.find(({ itemKey }) => itemKey === 'node.cpuUsage')?.firedCnt).toBe(1);
    expect(withoutOwnSettings.stepMs).toBe(MINUTE_MS);
  });

  it('tests only clusters that the caller may manage, and refuses invalid requests', async () => {
    const { caller, hostId, foreignHostId } = await collectedScene(app(), 3);
    const of = { kind: 'settings', settings: {} };
    const { clusterList } = await caller.ok(backtestTemplate, { body: { of, days: 1 } });
    expect(clusterList.map((cluster) => cluster.hostId)).toEqual([hostId]);
    const codeOf = async (body: object) => (await caller.call(backtestTemplate, { body })).code;
    expect(await codeOf({ of, hostIdList: [foreignHostId], days: 1 })).toBe(8003);
    expect(await codeOf({ of, days: 8 })).toBe(8002);
    const both = { kind: 'template', alarmTemplateId: 1, settings: {} };
    expect(await codeOf({ of: both, days: 1 })).toBe(8002);
    const settings = setting('node.cpuUsage', { warning: 99, critical: 50 });
    expect(await codeOf({ of: { kind: 'settings', settings }, days: 1 })).toBe(8002);
    const unknown = { kind: 'template', alarmTemplateId: 2_000_000_000 };
    expect(await codeOf({ of: unknown, days: 1 })).toBe(8003);
  });
});
