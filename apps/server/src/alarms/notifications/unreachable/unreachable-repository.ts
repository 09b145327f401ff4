import type { Db } from '@gwanje/backend/database/schema';
import { alarmTypes, confirmLevels } from '@gwanje/domain/mappings/labels';
import { sql } from 'kysely';
import { UNREACHABLE_ITEM } from '../outbox/outbox-repository.ts';

interface UnreachableReceiver {
  readonly webhookId: number;
  readonly name: string;
  readonly hostId: number | null;
  readonly clusterName: string | null;
  readonly failedCnt: number;
}

/**
 * Receivers without a delivery since the failures began, and the cluster of their oldest undelivered message. A relay accepts
 * a message before it reports that nobody got it: after such a receipt a message counts as delivered when the relay confirms
 * it, or has reported nothing for the same five minutes.
 */
export async function findUnreachable(
  db: Db,
  waitingBefore: Date,
  failedAfter: Date,
): Promise<UnreachableReceiver[]> {
  const { rows } = await sql<UnreachableReceiver>`
    select w.webhook_id, w.name, c.host_id, c.name as cluster_name, f.failed_cnt
    from (
      select webhook_id, min(seq) as first_seq, (count(*) filter (where state = 'failed'))::int as failed_cnt
      from outbox u
      where ((state = 'waiting' and attempt_cnt > 0 and created_at <= ${waitingBefore})
          or (state = 'failed' and last_attempt_at > ${failedAfter}))
        and last_attempt_at > coalesce((
          select max(delivered_at) from outbox d where d.webhook_id = u.webhook_id
            and (not u.is_receipt_failed or d.received_cnt > 0 or d.delivered_at <= ${waitingBefore})),
          '-infinity'::timestamptz)
      group by webhook_id) f
    join webhook w on w.webhook_id = f.webhook_id and w.is_on
    join outbox o on o.seq = f.first_seq
    left join alarm a on a.alarm_id = o.alarm_id
    left join lateral (
      select host_id, name from cluster
      where cluster.host_id = a.host_id or cluster.alarm_template_id = w.alarm_template_id
      order by (cluster.host_id = a.host_id) desc nulls last, cluster.host_id limit 1) c on true`.execute(db);
  return rows;
}

/** Locks them: a process that lost its lease may still be writing. */
export function lockUnreachableAlarms(db: Db) {
  return db
    .selectFrom('alarm')
    .select(['alarmId', 'hostId', 'itemKey', 'level'])
    .where(sql<boolean>`confirm_level in (1, 2, 3)`)
    .where('recoveredAt', 'is', null)
    .where('itemKey', 'like', `${UNREACHABLE_ITEM}%`)
    .orderBy('alarmId')
    .forUpdate()
    .execute();
}

/** Raises the alarm. Undefined: it is open already, or a user closed it after `closedAfter`. */
export async function raiseUnreachable(
  db: Db,
  receiver: Pick<UnreachableReceiver, 'webhookId' | 'name' | 'hostId' | 'clusterName'>,
  level: number,
  now: Date,
  closedAfter: Date,
): Promise<number | undefined> {
  const itemKey = `${UNREACHABLE_ITEM}${receiver.webhookId}`;
  const { rows } = await sql<{ alarmId: number }>`
    insert into alarm (alarm_id, host_id, object_key, item_key, item_name, target, object_name, type, level,
      confirm_level, occurred_at, last_occurred_at, changed_at, is_notified, is_evidence_complete)
    select nextval('alarm_id_seq')::int, ${receiver.hostId}::int, 'cluster', ${itemKey},
      ${`알림 전송 실패: ${receiver.name}`}, 'cluster', ${receiver.clusterName}, ${alarmTypes.failure}::int, ${level}::int,
      ${confirmLevels.occurred}::int, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, true, true
    where not exists (select 1 from alarm where item_key = ${itemKey} and closed_at > ${closedAfter} and recovered_at is null)
    on conflict do nothing returning alarm_id`.execute(db);
  return rows[0]?.alarmId;
}
