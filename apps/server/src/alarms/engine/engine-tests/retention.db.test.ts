import { deleteAged } from '@gwanje/backend/retention/aged-table';
import { addAlarmMemo, listAlarms } from '@gwanje/contract/alarms/alarms';
import { addSnooze, endMaintenance, insertMaintenance } from '@gwanje/contract/alarms/silences';
import { changeRows, rowOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { upserts } from '../../../pipeline/testing/batches.ts';
import { collectedScene } from '../../../testing/collected-scene.ts';
import { describeWithOwnApp } from '../../../testing/describe-with-app.ts';
import { addUser } from '../../../testing/world.ts';
import { crashLooping } from '../../testing/records.ts';
import { agedAlarmTables, deleteAlarmsOfDeletedClusters } from '../repositories/retention-repository.ts';

const DAY_MS = 86_400_000;

describeWithOwnApp('alarms', (app) => {
  async function scene() {
    const found = await collectedScene(app());
    const { pipeline, alarms } = app().services;
    await pipeline.accept(
      found.seen.sender.next(found.nowMs, { inventory: [upserts(crashLooping('web', found.nowMs))] }),
    );
    await alarms.engine.reloadSettings();
    await alarms.engine.evaluate(found.hostId);
    const { alarmId } = await rowOf(app().db, 'alarm', { hostId: found.hostId }, ['alarmId']);
    return { ...found, alarmId };
  }

  async function rowsOf(alarmId: number): Promise<number[]> {
    const { rows } = await sql<{ cnt: number }>`
      select count(*)::int as cnt from alarm where alarm_id = ${alarmId}
      union all select count(*)::int from alarm_change where alarm_id = ${alarmId}
      union all select count(*)::int from alarm_memo where alarm_id = ${alarmId}
      union all select count(*)::int from alarm_evidence where alarm_id = ${alarmId}`.execute(app().db);
    return rows.map(({ cnt }) => Math.min(1, cnt));
  }

  it('are deleted after the retention time with memos and evidence, unless they are open', async () => {
    const { alarmId, caller } = await scene();
    await caller.ok(addAlarmMemo, { params: { alarmId }, body: { text: 'seen' } });
    const deleteExpired = async () => {
      for (const table of agedAlarmTables(400)) await deleteAged(app().db, table, app().clock.now());
    };
    const set = (confirmLevel: number, daysAgo: number) =>
      changeRows(
        app().db,
        'alarm',
        { alarmId },
        {
          confirmLevel,
          occurredAt: new Date(app().clock.now().getTime() - 500 * DAY_MS),
          changedAt: new Date(app().clock.now().getTime() - daysAgo * DAY_MS),
        },
      );
    // Age counts from the newest entry at most.
    await scene();
    await set(1, 450);
    await deleteExpired();
    expect(await rowsOf(alarmId)).toEqual([1, 1, 1, 1]);
    await set(4, 399);
    await deleteExpired();
    expect(await rowsOf(alarmId)).toEqual([1, 1, 1, 1]);
    await set(4, 401);
    await deleteExpired();
    expect(await rowsOf(alarmId)).toEqual([0, 0, 0, 0]);
  });

  it('are deleted with their cluster, also while they are open', async () => {
    const { alarmId, hostId } = await scene();
    await app().db.deleteFrom('cluster').where('hostId', '=', hostId).execute();
    await deleteAlarmsOfDeletedClusters(app().db);
    expect(await rowsOf(alarmId)).toEqual([0, 0, 0, 0]);
  });

  it('are published when their snooze ends', async () => {
    const { alarmId, hostId, caller } = await scene();
    const { alarms, stream } = app().services;
    await alarms.publishSilenceChanges();
    await caller.ok(addSnooze, { body: { of: { scope: 'cluster', hostId }, minutes: 1 } });
    const isSnoozed = async () => {
      const { list } = await caller.ok(listAlarms, { params: { pageNo: 1, pageCnt: 9 }, body: {} });
      return list.filter((row) => row.alarmId === alarmId).map((row) => row.isSnoozed);
    };
    expect(await isSnoozed()).toEqual([true]);
    const published: string[] = [];
    using _viewer = stream.join(
      {
        owner: 'user 1',
        sees: (id) => id === hostId,
        // The stream also sends other events of the cluster, and perhaps only now that the alarm was raised.
        send: (message) =>
          void (message.includes('event: alarmChanged') && published.push(message.toString())),
      },
      undefined,
    );
    await alarms.publishSilenceChanges();
    expect(published).toEqual([]);
    app().clock.advance(60_000);
    await alarms.publishSilenceChanges();
    await alarms.publishSilenceChanges();
    expect(published).toHaveLength(1);
    expect(published[0]).toMatch(new RegExp(`"alarmId":${alarmId},.*"isSnoozed":false`));
    expect(await isSnoozed()).toEqual([false]);
  });

  it('are published when a user or the clock begins or ends a maintenance window', async () => {
    const { alarmId, hostId, subGroupId } = await scene();
    const { alarms, stream } = app().services;
    const { db, clock } = app();
    const admin = await app().signIn((await addUser(db, { role: 1 })).userId);
    await alarms.publishSilenceChanges();
    const published: string[] = [];
    using _viewer = stream.join(
      {
        owner: 'user 1',
        sees: (id) => id === hostId,
        send: (message) => void published.push(message.toString()),
      },
      undefined,
    );
    const takeMarks = () => {
      const marks = published.flatMap((message) =>
        // The message that the alarm was raised may come only now.
        message.includes('event: alarmChanged') && message.includes(`"alarmId":${alarmId},`)
          ? (/"isInMaintenance":(\w+)/.exec(message)?.[1] ?? [])
          : [],
      );
      published.length = 0;
      return marks;
    };
    takeMarks();
    const at = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString();
    const of = { scope: 'subGroup', subGroupId };
    const { maintenanceId } = await admin.ok(insertMaintenance, { body: { of, toAt: at(60), reason: '' } });
    expect(takeMarks()).toEqual(['true']);
    await admin.ok(endMaintenance, { params: { maintenanceId } });
    expect(takeMarks()).toEqual(['false']);
    await admin.ok(insertMaintenance, { body: { of, fromAt: at(1), toAt: at(2), reason: '' } });
    takeMarks();
    for (const mark of ['true', 'false']) {
      clock.advance(60_000);
      await alarms.publishSilenceChanges();
      expect(takeMarks()).toEqual([mark]);
    }
  });
});
