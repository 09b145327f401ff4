import type { Db } from '@gwanje/backend/database/schema';
import {
  type AgedTable,
  agedTable,
  deleteInSteps,
  SHORT_LIVED_SHARE,
} from '@gwanje/backend/retention/aged-table';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Alarms of one transaction, so that other writers need not wait long. */
const BATCH_SIZE = 500;
const DAY_MS = 86_400_000;

const NOTICE_KEEP_MS = 3_600_000;

/** Ended alarms with history, memos, evidence and messages, ended snoozes, and notices. */
export function agedAlarmTables(alarmDays: number): readonly AgedTable[] {
  const keepMs = alarmDays * DAY_MS;
  return [
    {
      name: 'alarm',
      keepMs,
      newest: sql`(select max(changed_at) from alarm)`,
      deleteOldest: (db, before, limit) =>
        deleteAlarms(
          db,
          sql`confirm_level in (0, 4) and changed_at < ${before} and occurred_at < ${before}`,
          limit,
        ),
    },
    agedTable('alarm_snooze', keepMs, {
      at: sql`until_at`,
      newest: sql`(select max(created_at) from alarm_snooze)`,
    }),
    agedTable('alarm_notice', NOTICE_KEEP_MS, { at: sql`at`, maxShare: SHORT_LIVED_SHARE }),
  ];
}

/** Deletes the alarms and tracks of deleted clusters. Returns how many alarms. */
export async function deleteAlarmsOfDeletedClusters(db: Db): Promise<number> {
  await sql`delete from alarm_track t where not exists (select 1 from cluster c where c.host_id = t.host_id)`.execute(
    db,
  );
  const isOrphan = sql<SqlBool>`not exists (select 1 from cluster c where c.host_id = alarm.host_id)`;
  return deleteAlarms(db, isOrphan, Number.POSITIVE_INFINITY);
}

function deleteAlarms(db: Db, where: RawBuilder<SqlBool>, limit: number): Promise<number> {
  return deleteInSteps(limit, BATCH_SIZE, (rowCnt) =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ alarmId: number }>`
        select alarm_id from alarm where ${where}
        order by alarm_id limit ${rowCnt} for update skip locked`.execute(trx);
      if (rows.length === 0) return 0;
      const ids = rows.map(({ alarmId }) => alarmId);
      await sql`delete from outbox where alarm_id = any(${ids}::int[])`.execute(trx);
      // The database deletes history, memos and evidence with it.
      await sql`delete from alarm where alarm_id = any(${ids}::int[])`.execute(trx);
      return rows.length;
    }),
  );
}
