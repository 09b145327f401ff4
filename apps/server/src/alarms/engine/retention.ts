import type { Database } from '@gwanje/backend/database/schema';
import { type Kysely, sql } from 'kysely';

type Db = Kysely<Database>;

/** Alarms of one transaction: others write between two. */
const ALARMS = 500;
const DAY_MS = 86_400_000;

/** Lets go of alarms that are over for so long, with their changes, memos, evidence and deliveries; answers how many. */
export async function forgetAlarms(db: Db, alarmDays: number, now: Date): Promise<number> {
  const before = new Date(now.getTime() - alarmDays * DAY_MS);
  await sql`delete from alarm_snooze where until_at < ${before}`.execute(db);
  await sql`delete from alarm_track t where not exists (select 1 from cluster c where c.host_id = t.host_id)`.execute(
    db,
  );
  let count = 0;
  for (;;) {
    const forgotten = await forgetSome(db, before);
    count += forgotten;
    if (forgotten < ALARMS) return count;
  }
}

/** What is over stays for its time; of a cluster that is gone nobody sees anything any more. */
async function forgetSome(db: Db, before: Date): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ alarmId: number }>`
      select alarm_id from alarm a
      where (confirm_level in (0, 4) and changed_at < ${before} and occurred_at < ${before})
        or not exists (select 1 from cluster c where c.host_id = a.host_id)
      order by alarm_id limit ${ALARMS} for update skip locked`.execute(trx);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ alarmId }) => alarmId);
    await sql`delete from outbox where alarm_id = any(${ids}::int[])`.execute(trx);
    // Changes, memos and evidence go with it.
    await sql`delete from alarm where alarm_id = any(${ids}::int[])`.execute(trx);
    return rows.length;
  });
}
