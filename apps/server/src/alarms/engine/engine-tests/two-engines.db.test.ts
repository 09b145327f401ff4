import { describeWithDatabase } from '@gwanje/testkit/databases';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { nodeRecord, podRecord, Sender, upserts } from '../../../pipeline/testing/batches.ts';
import { insertCluster, openTestMetrics, openTestPipeline } from '../../../pipeline/testing/test-pipeline.ts';
import { addWebhook } from '../../notifications/testing/webhooks.ts';
import { crashLooping } from '../../testing/records.ts';
import { openTestEngine } from '../../testing/test-engine.ts';
import type { AlarmUpdate } from '../alarm-changes.ts';

const PODS = ['web-1', 'web-2', 'web-3'];
const OWNER = { kind: 'Deployment', name: 'web', uid: 'web' };

/** Happens when a process does not notice the end of its lease, or when a database response is lost. */
describeWithDatabase('two engines on the same clusters', (database) => {
  it('write each alarm, history entry and message once, and both continue from them', async () => {
    const { db } = database();
    await using metrics = await openTestMetrics();
    await using collected = await openTestPipeline(db, metrics);
    const { clock, live, pipeline } = collected;
    const hostId = await insertCluster(db);
    await pipeline.refresh();
    await addWebhook(db, clock.now(), { name: 'all' });
    const updates: AlarmUpdate[] = [];
    const open = () => openTestEngine({ db, live, now: clock.now, onUpdate: (one) => updates.push(one) });
    const engines = [await open(), await open()];
    const sender = new Sender(hostId);
    const evaluateAll = () =>
      Promise.all(
        engines.map(async (engine) => {
          while (!(await engine.evaluate(hostId)).isComplete);
        }),
      );
    const send = (isBroken: boolean) => {
      const nowMs = clock.now().getTime();
      const pods = PODS.map((name) => ({
        ...(isBroken ? crashLooping(name, nowMs) : podRecord(name, nowMs)),
        owner: OWNER,
      }));
      const inventory = [upserts(nodeRecord('node-1', nowMs), ...pods)];
      return pipeline.accept(sender.next(nowMs, { inventory }));
    };
    const alarms = () =>
      rowsOf(db, 'alarm', { hostId }, ['alarmId', 'parentAlarmId', 'confirmLevel'], ['alarmId']);
    const history = async () =>
      (await db.selectFrom('alarmChange').select(['alarmId', 'change']).orderBy('alarmChangeId').execute())
        .filter(({ change }) => change !== 'unfolded')
        .map(({ alarmId, change }) => `${alarmId} ${change}`)
        .toSorted();
    const sentReasons = async () =>
      (await db.selectFrom('outbox').select('reason').orderBy('createdAt').execute()).map(
        ({ reason }) => reason,
      );

    await send(true);
    await evaluateAll();
    const raised = await alarms();
    const ids = raised.map(({ alarmId }) => alarmId);
    const [parentId = 0] = raised.filter((one) => one.parentAlarmId === null).map(({ alarmId }) => alarmId);
    expect(raised.map(({ parentAlarmId }) => parentAlarmId).toSorted()).toEqual([parentId, parentId, null]);
    expect(engines.map(({ openCnt }) => openCnt)).toEqual([3, 3]);
    expect(updates.flatMap((one) => one.raised).toSorted()).toEqual(ids);
    expect(await history()).toEqual(ids.map((id) => `${id} occurred`));
    expect(await sentReasons()).toEqual(['occurred']);

    // An acknowledged alarm stays open when it recovers, so only its recovery time changes.
    await db.updateTable('alarm').set({ confirmLevel: 2 }).where('alarmId', 'in', ids).execute();
    for (const engine of engines) await engine.alarmsChanged(ids);
    clock.advance(60_000);
    await send(false);
    await evaluateAll();
    expect((await alarms()).map(({ confirmLevel }) => confirmLevel)).toEqual([2, 2, 2]);
    expect(await history()).toEqual(ids.flatMap((id) => [`${id} occurred`, `${id} recovered`]));
    expect(await sentReasons()).toEqual(['occurred', 'recovered']);
    for (const engine of engines) await engine.close();
  });
});
