import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

/** Call it in the transaction that changes the alarms. Returns the ids of the notices. */
export async function insertNotices(trx: Db, alarmIds: readonly number[]): Promise<number[]> {
  if (alarmIds.length === 0) return [];
  const rows = await trx
    .insertInto('alarmNotice')
    .values(alarmIds.map((alarmId) => ({ alarmId })))
    .returning('alarmNoticeId')
    .execute();
  return rows.map(({ alarmNoticeId }) => alarmNoticeId);
}

/**
 * The notices of the transactions from `since` on. `next` is the oldest transaction that had not ended: all
 * notices of earlier ones are known, so the next call begins with it.
 */
export async function readNotices(db: Db, since: string) {
  const { rows } = await sql<{ next: string; notices: { noticeId: number; alarmId: number }[] }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as next,
      coalesce(json_agg(json_build_object('noticeId', alarm_notice_id, 'alarmId', alarm_id)), '[]') as notices
    from alarm_notice where changed_by >= ${since}::xid8`.execute(db);
  return rows[0] ?? { next: since, notices: [] };
}
