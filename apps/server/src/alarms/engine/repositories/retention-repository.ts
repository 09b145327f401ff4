import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

/** Alarms of one transaction, so that other writers need not wait long. */
const BATCH_SIZE = 500;
const DAY_MS = 86_400_000;

/**
 * Deletes alarms that ended `alarmDays` ago, with history, memos, evidence and messages. Returns how many.
 */
export async function deleteExpiredAlarms(db: Db, alarmDays: number, now: Date): Promise<number> {
  const before = new Date(now.getTime() - alarmDays * DAY_MS);
  await sql`delete from alarm_snooze where until_at < ${before}`.execute(db);
  await sql`delete from alarm_track t where not exists (select 1 from cluster c where c.host_id = t.host_id)`.execute(
    db,
  );
  let count = 0;
  for (;;) {
    const deleted = await deleteBatch(db, before);
    count += deleted;
    if (deleted < BATCH_SIZE) return count;
  }
}

/** Deletes ended alarms past the retention time, and all alarms of deleted clusters. */
async function deleteBatch(db: Db, before: Date): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ alarmId: number }>`
      select alarm_id from alarm a
      where (confirm_level in (0, 4) and changed_at < ${before} and occurred_at < ${before})
        or not exists (select 1 from cluster c where c.host_id = a.host_id)
      order by alarm_id limit ${BATCH_SIZE} for update skip locked`.execute(trx);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ alarmId }) => alarmId);
    await sql`delete from outbox where alarm_id = any(${ids}::int[])`.execute(trx);
    // The database deletes history, memos and evidence with it.
    await sql`delete from alarm where alarm_id = any(${ids}::int[])`.execute(trx);
    return rows.length;
  });
}
