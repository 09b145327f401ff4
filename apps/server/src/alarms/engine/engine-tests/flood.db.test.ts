import { describeWithDatabase } from '@gwanje/testkit/databases';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { nodeRecord, podRecord, Sender, upserts } from '../../../pipeline/testing/batches.ts';
import { insertCluster, openTestMetrics, openTestPipeline } from '../../../pipeline/testing/test-pipeline.ts';
import { addWebhook } from '../../notifications/testing/webhooks.ts';
import { crashLooping } from '../../testing/records.ts';
import { openTestEngine } from '../../testing/test-engine.ts';
import type { AlarmUpdate } from '../alarm-changes.ts';

const MAX_STEPS = 100;
const PODS = 150;

describeWithDatabase('more alarms than one evaluation writes', (database) => {
  it('are written over several evaluations, parents first; the limit of messages applies', async () => {
    const { db } = database();
    await using metrics = await openTestMetrics();
    await using collected = await openTestPipeline(db, metrics);
    const { clock, live, pipeline } = collected;
    const hostId = await insertCluster(db);
    await pipeline.refresh();
    await addWebhook(db, clock.now(), { name: 'all' });
    const updates: AlarmUpdate[] = [];
    const engine = await openTestEngine({
      db,
      live,
      now: clock.now,
      onUpdate: (one) => updates.push(one),
      maxSteps: MAX_STEPS,
    });
    const nowMs = clock.now().getTime();
    const sender = new Sender(hostId);
    const names = Array.from({ length: PODS }, (_, at) => `pod-${at}`);
    // The pods belong to forty owners.
    const ownerOf = (at: number) => ({ kind: 'Deployment', name: `web-${at % 40}`, uid: `web-${at % 40}` });
    const inventory = [upserts(nodeRecord('node-1', nowMs), ...names.map((name) => podRecord(name, nowMs)))];
    await pipeline.accept(sender.next(nowMs, { inventory }));
    expect((await engine.evaluate(hostId)).isComplete).toBe(true);
    const broken = names.map((name, at) => ({ ...crashLooping(name, nowMs), owner: ownerOf(at) }));
    await pipeline.accept(sender.next(nowMs, { inventory: [upserts(...broken)] }));

    expect((await engine.evaluate(hostId)).isComplete).toBe(false);
    expect(engine.openCnt).toBe(MAX_STEPS);
    const parents = await rowsOf(db, 'alarm', { hostId, parentAlarmId: null }, ['alarmId']);
    expect(parents).toHaveLength(40);
    const firstRaised = new Set(updates[0]?.raised);
    expect(parents.filter(({ alarmId }) => !firstRaised.has(alarmId))).toEqual([]);

    while (!(await engine.evaluate(hostId)).isComplete);
    expect(engine.openCnt).toBe(PODS);
    const { cnt } = await db
      .selectFrom('alarm')
      .select((eb) => eb.fn.countAll<number>().as('cnt'))
      .where('hostId', '=', hostId)
      .where('confirmLevel', '=', 1)
      .executeTakeFirstOrThrow();
    expect(cnt).toBe(PODS);
    const messages = await db.selectFrom('outbox').select(['state', 'heldFor']).execute();
    expect(messages.filter(({ state }) => state === 'waiting')).toHaveLength(20);
    expect(messages.filter(({ heldFor }) => heldFor === 'flood')).toHaveLength(20);

    // All pods but one of each owner recover. The alarms that stay open for that one do not count for the limit.
    const folded = await db
      .selectFrom('alarm')
      .select(['parentAlarmId', 'objectName'])
      .where('hostId', '=', hostId)
      .where('parentAlarmId', 'is not', null)
      .execute();
    const lastOfOwner = new Map(folded.map(({ parentAlarmId, objectName }) => [parentAlarmId, objectName]));
    const failing = new Set(lastOfOwner.values());
    const well = names.flatMap((name, at) =>
      failing.has(name) ? [] : [podRecord(name, nowMs, { owner: ownerOf(at) })],
    );
    await pipeline.accept(sender.next(nowMs, { inventory: [upserts(...well)] }));
    await engine.evaluate(hostId);
    expect(engine.openCnt).toBe(40 + 40);
    await engine.close();
  });
});
