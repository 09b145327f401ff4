import { openTestDatabase } from '@gwanje/testkit/databases';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { Sender, upserts } from '../../../pipeline/testing/batches.ts';
import { insertCluster, openTestMetrics, openTestPipeline } from '../../../pipeline/testing/test-pipeline.ts';
import { addWebhook } from '../../notifications/testing/webhooks.ts';
import { crashLooping } from '../../testing/records.ts';
import { openTestEngine } from '../../testing/test-engine.ts';

/** `npm run soak -- alarm-flood` raises thousands. */
const PODS = Number(process.env.GWANJE_SOAK_PODS ?? 640);
const MAX_STEPS = 400;
const PODS_PER_BATCH = 800;

it('writes every alarm of a flood once and sends one message, despite an error and a restart', async () => {
  await using stack = new AsyncDisposableStack();
  const { db, close } = await openTestDatabase();
  stack.defer(close);
  const metrics = stack.use(await openTestMetrics());
  const { clock, live, pipeline } = stack.use(await openTestPipeline(db, metrics));
  const hostId = await insertCluster(db);
  await pipeline.refresh();
  const webhookId = await addWebhook(db, clock.now(), { name: 'one' });
  const nowMs = clock.now().getTime();
  const sender = new Sender(hostId);
  const broken = Array.from({ length: PODS }, (_, at) => crashLooping(`pod-${at}`, nowMs));
  for (let from = 0; from < PODS; from += PODS_PER_BATCH) {
    const inventory = [upserts(...broken.slice(from, from + PODS_PER_BATCH))];
    await pipeline.accept(sender.next(nowMs, { inventory }));
  }
  const open = () => openTestEngine({ db, live, now: clock.now, maxSteps: MAX_STEPS });
  const alarms = () =>
    db.selectFrom('alarm').select(['objectKey', 'parentAlarmId']).where('hostId', '=', hostId).execute();

  await sql`create function refuse_alarm() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$`.execute(db);
  await sql`create trigger refuse_alarm before insert on alarm for each row
      when (new.host_id = ${sql.lit(hostId)} and new.object_name = 'pod-350') execute function refuse_alarm()`.execute(
    db,
  );
  const killed = await open();
  for (let run = 0; run < 2; run++) await expect(killed.evaluate(hostId)).rejects.toThrow('no room');
  const before = await alarms();
  expect(before.length).toBeGreaterThan(0);
  expect(before.length).toBeLessThan(MAX_STEPS);
  expect(before.filter(({ parentAlarmId }) => parentAlarmId === null)).toHaveLength(1);

  await sql`drop trigger refuse_alarm on alarm`.execute(db);
  const engine = await open();
  let evaluations = 1;
  while (!(await engine.evaluate(hostId)).isComplete) evaluations++;
  expect(evaluations).toBeGreaterThan(1);
  expect(engine.openCnt).toBe(PODS);
  const after = await alarms();
  expect([after.length, new Set(after.map(({ objectKey }) => objectKey)).size]).toEqual([PODS, PODS]);
  expect(after.filter(({ parentAlarmId }) => parentAlarmId === null)).toHaveLength(1);
  expect(new Set(after.map(({ parentAlarmId }) => parentAlarmId)).size).toBe(2);
  const { rows } = await sql<{ changes: number; alarms: number; evidence: number }>`
      select count(*)::int as changes, count(distinct c.alarm_id)::int as alarms, count(e.alarm_id)::int as evidence
      from alarm_change c join alarm using (alarm_id) left join alarm_evidence e using (alarm_id)
      where host_id = ${hostId}`.execute(db);
  expect(rows).toEqual([{ changes: PODS, alarms: PODS, evidence: PODS }]);
  const messages = await rowsOf(db, 'outbox', { webhookId }, ['reason']);
  expect(messages).toEqual([{ reason: 'occurred' }]);
  await engine.close();
});
