import { updateClusterAlarmSetting } from '@gwanje/contract/alarms/alarm-settings';
import { confirmAlarms, countAlarms, getAlarm, listAlarms } from '@gwanje/contract/alarms/alarms';
import { addSnooze } from '@gwanje/contract/alarms/silences';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { getPodAlarmSetting } from '@gwanje/kinds/pod/calls';
import { rowOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { podRecord, upserts } from '../../pipeline/testing/batches.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { crashLooping } from '../testing/records.ts';

const page = { pageNo: 1, pageCnt: 20 };

describeWithSharedApp('alarms', (app) => {
  /** A crash-looping pod in each of two clusters. */
  async function scene(role: 2 | 3 = 2) {
    const found = await collectedScene(app(), role);
    const { pipeline, alarms } = app().services;
    for (const { sender } of [found.seen, found.hidden])
      await pipeline.accept(
        sender.next(found.nowMs, { inventory: [upserts(crashLooping('web', found.nowMs))] }),
      );
    await alarms.engine.reloadSettings();
    await alarms.evaluateAll();
    await alarms.collectEvidence();
    return found;
  }

  it("are limited to the caller's groups in lists, counts and details", async () => {
    const { caller, hostId, foreignHostId } = await scene();
    const { list, totalCnt } = await caller.ok(listAlarms, { params: page, body: {} });
    expect([totalCnt, list.map((row) => [row.hostId, row.itemKey, row.confirmLevel])]).toEqual([
      1,
      [[hostId, 'pod.crashLoop', 1]],
    ]);
    expect(await caller.ok(countAlarms)).toMatchObject({ warning: 0, critical: 1, occurred: 1 });
    const foreign = await rowOf(app().db, 'alarm', { hostId: foreignHostId }, ['alarmId']);
    expect((await caller.call(getAlarm, { params: { alarmId: foreign.alarmId } })).code).toBe(8003);
    const detail = await caller.ok(getAlarm, { params: { alarmId: list[0]?.alarmId } });
    expect(detail.evidence?.state).toMatchObject({ name: 'web' });
    expect(detail.evidence?.series?.list.map(({ metric }) => metric)).toContain('memUsedBytes');
    expect(detail.changeList.map(({ change }) => change)).toEqual(['occurred']);
  });

  it('refuse an outdated confirmation, and raise no new alarm when closed while breaching', async () => {
    const { caller, seen, nowMs } = await scene();
    const { list } = await caller.ok(listAlarms, { params: page, body: {} });
    const alarmId = list[0]?.alarmId;
    const confirm = (confirmLevel: number, expectedConfirmLevel: number, memo?: string) =>
      caller.call(confirmAlarms, { body: [{ alarmId, confirmLevel, expectedConfirmLevel, memo }] });
    expect((await confirm(2, 1, '보고 있습니다')).code).toBe(200);
    const second = await confirm(3, 1);
    expect([second.code, second.data.confirmLevel]).toEqual([8004, 2]);
    expect((await confirm(2, 2)).code).toBe(8004);
    expect((await confirm(4, 2)).data).toEqual({ quietAlarmIdList: [alarmId] });
    const { pipeline, alarms } = app().services;
    await alarms.evaluateAll();
    expect((await caller.ok(listAlarms, { params: page, body: {} })).totalCnt).toBe(1);
    await pipeline.accept(seen.sender.next(nowMs, { inventory: [upserts(podRecord('web', nowMs))] }));
    await alarms.evaluateAll();
    const { changeList, memoList } = await caller.ok(getAlarm, { params: { alarmId } });
    expect(changeList.map(({ change, confirmLevel }) => `${change} ${confirmLevel}`)).toEqual([
      'confirmed 4',
      'confirmed 2',
      'occurred 1',
    ]);
    expect(memoList.map(({ text }) => text)).toEqual(['보고 있습니다']);
  });

  it('about pods of one owner are folded, and lists can leave folded alarms out', async () => {
    const { caller, seen, nowMs } = await scene();
    const owner = { kind: 'Deployment', name: 'shop', uid: 'uid-shop' };
    const pods = ['shop-1', 'shop-2', 'shop-3'].map((name) => ({ ...crashLooping(name, nowMs), owner }));
    const { pipeline, alarms } = app().services;
    await pipeline.accept(seen.sender.next(nowMs, { inventory: [upserts(...pods)] }));
    await alarms.evaluateAll();
    const listed = async (filter: object) => {
      const { list } = await caller.ok(listAlarms, { params: page, body: { filter } });
      return list.map(({ ownerName, childCnt }) => `${ownerName} ${childCnt}`).sort();
    };
    expect(await listed({ isFolded: false })).toEqual(['app 0', 'shop 2']);
    expect(await listed({ isFolded: true })).toEqual(['shop 0', 'shop 0']);
  });

  it('are marked in lists while they are snoozed', async () => {
    const { caller, hostId } = await scene();
    await caller.ok(addSnooze, { body: { of: { scope: 'cluster', hostId }, minutes: 5 } });
    const { list } = await caller.ok(listAlarms, { params: page, body: { filter: { isSnoozed: true } } });
    expect(list.map(({ isSnoozed }) => isSnoozed)).toEqual([true]);
  });

  it('use the settings of the cluster and name this origin; a concurrent change is a conflict', async () => {
    const { caller, hostId, seen } = await scene(3);
    const settings = { 'pod.memUsage': { ...alarmItems['pod.memUsage'].standard, warning: 70 } };
    const change = (version: number) =>
      caller.call(updateClusterAlarmSetting, { params: { hostId }, body: { settings, version } });
    expect((await change(0)).code).toBe(200);
    expect((await change(0)).code).toBe(8004);
    const { itemList } = await caller.ok(getPodAlarmSetting, { params: { podId: seen.podId } });
    const item = itemList.find(({ itemKey }) => itemKey === 'pod.memUsage');
    expect([item?.origin, item?.setting.warning]).toEqual(['cluster', 70]);
  });
});
