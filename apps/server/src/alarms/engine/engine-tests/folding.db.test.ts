import { confirmAlarms, countAlarms, getAlarm, listAlarms } from '@gwanje/contract/alarms/alarms';
import { getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import { AlarmId } from '@gwanje/contract/definition/fields';
import { expect, it } from 'vitest';
import {
  containerRecord,
  nodeRecord,
  podRecord,
  readiness,
  Sender,
  upserts,
} from '../../../pipeline/testing/batches.ts';
import { collectedScene } from '../../../testing/collected-scene.ts';
import { describeWithOwnApp } from '../../../testing/describe-with-app.ts';
import type { Caller } from '../../../testing/test-app.ts';
import { addCluster } from '../../../testing/world.ts';
import { crashLooping } from '../../testing/records.ts';

const MINUTE_MS = 60_000;
const PODS = 100;

/** The alarm counts, the dashboard and the list must show the same number. */
async function expectOneCount(caller: Caller): Promise<void> {
  const { warning, critical } = await caller.ok(countAlarms);
  const { alarmCnt } = await caller.ok(getDashboardSummary, {
    body: { isAllCluster: true, clusterList: [] },
  });
  const { totalCnt } = await caller.ok(listAlarms, {
    params: { pageNo: 1, pageCnt: 1 },
    body: { filter: { isFolded: false, confirmLevel: [1, 2, 3] } },
  });
  expect(alarmCnt).toEqual({ warning, critical });
  expect(totalCnt).toBe(warning + critical);
  expect(totalCnt).toBeGreaterThan(0);
}

describeWithOwnApp('alarms of one cause', (app) => {
  async function scene() {
    const found = await collectedScene(app());
    const hostId = await addCluster(app().db, found.subGroupId);
    const { pipeline, alarms } = app().services;
    await pipeline.clusterChanged(hostId);
    await alarms.engine.reloadSettings();
    const sender = new Sender(hostId);
    const nowMs = () => app().clock.now().getTime();
    return {
      ...found,
      hostId,
      nowMs,
      async report(...records: Parameters<typeof upserts>) {
        const inventory = records.length > 0 ? [upserts(...records)] : [];
        await pipeline.accept(sender.next(nowMs(), { inventory }));
        await alarms.engine.evaluate(hostId);
      },
      pass: (minutes: number) => app().clock.advance(minutes * MINUTE_MS),
    };
  }
  const names = Array.from({ length: PODS }, (_, index) => `pod-${index}`);

  it('fold under a NotReady node, are acknowledged with it, and reopen if only it recovers', async () => {
    const { caller, hostId, nowMs, report, pass } = await scene();
    // Each pod has a different owner, so only the node can be the common cause.
    const pod = (name: string, isReady: boolean) =>
      podRecord(name, nowMs(), {
        owner: { kind: 'Deployment', name, uid: `uid-${name}` },
        containers: [containerRecord('main', nowMs(), { isReady })],
      });
    await report(nodeRecord('node-1', nowMs()), ...names.map((name) => pod(name, true)));
    await report(
      nodeRecord('node-1', nowMs(), { conditions: [readiness('Unknown', nowMs())] }),
      ...names.map((name) => pod(name, false)),
    );
    for (let minute = 0; minute < 6; minute++) {
      pass(1);
      await report();
    }
    const parents = async () =>
      (
        await caller.ok(listAlarms, {
          params: { pageNo: 1, pageCnt: 200 },
          body: { filter: { isFolded: false } },
        })
      ).list.filter(
        (row) =>
          row.hostId === hostId && row.confirmLevel >= 1 && row.confirmLevel <= 3 && row.target !== 'cluster',
      );
    const [parent, ...others] = await parents();
    expect([parent?.itemKey, parent?.childCnt, others]).toEqual(['node.notReady', PODS, []]);
    if (!parent) return;
    await caller.ok(confirmAlarms, { body: [{ alarmId: parent.alarmId, confirmLevel: 2 }] });
    const children = async () =>
      app()
        .db.selectFrom('alarm')
        .select((eb) => ['confirmLevel', 'isConfirmedByParent', eb.fn.countAll<number>().as('cnt')])
        .where('hostId', '=', hostId)
        .where('itemKey', '=', 'pod.notReady')
        .groupBy(['confirmLevel', 'isConfirmedByParent'])
        .orderBy('confirmLevel')
        .execute();
    expect(await children()).toEqual([{ confirmLevel: 2, isConfirmedByParent: true, cnt: PODS }]);
    // The cluster's alarm about its nodes is a separate alarm.
    expect((await caller.ok(countAlarms)).occurred).toBe(1);
    await expectOneCount(caller);
    expect((await caller.ok(getAlarm, { params: { alarmId: parent.alarmId } })).childList).toHaveLength(PODS);
    // Ten of the pods do not recover with their node.
    await report(nodeRecord('node-1', nowMs()), ...names.slice(10).map((name) => pod(name, true)));
    await report();
    expect(await children()).toEqual([
      { confirmLevel: 1, isConfirmedByParent: false, cnt: 10 },
      { confirmLevel: 2, isConfirmedByParent: false, cnt: PODS - 10 },
    ]);
    await expectOneCount(caller);
  });

  it('fold under one alarm of an owner; when a user closes it, another becomes the parent', async () => {
    const { caller, hostId, nowMs, report } = await scene();
    await report(nodeRecord('node-1', nowMs()), ...names.map((name) => podRecord(name, nowMs())));
    await report(...names.map((name) => crashLooping(name, nowMs())));
    const parents = async () =>
      app()
        .db.selectFrom('alarm as parent')
        .select((eb) => [
          'parent.alarmId',
          'parent.objectName',
          eb
            .selectFrom('alarm as child')
            .select((inner) => inner.fn.countAll<number>().as('cnt'))
            .whereRef('child.parentAlarmId', '=', 'parent.alarmId')
            .where('child.confirmLevel', '=', 1)
            .as('cnt'),
        ])
        .where('parent.hostId', '=', hostId)
        .where('parent.parentAlarmId', 'is', null)
        .where('parent.confirmLevel', '=', 1)
        .execute();
    const [first, ...others] = await parents();
    expect([first?.cnt, others]).toEqual([PODS - 1, []]);
    // When its own pod recovers, it stays.
    await report(podRecord(first?.objectName ?? '', nowMs()));
    await report();
    expect(await parents()).toEqual([first]);
    const alarmId = AlarmId.parse(first?.alarmId);
    await caller.ok(confirmAlarms, { body: [{ alarmId, confirmLevel: 4 }] });
    await report();
    const after = await parents();
    expect(after.map(({ cnt }) => cnt)).toEqual([PODS - 2]);
    expect(after[0]?.objectName).not.toBe(first?.objectName);
  });
});
