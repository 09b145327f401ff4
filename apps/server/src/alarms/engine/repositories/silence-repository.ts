import { sql } from 'kysely';

/** SQL: the alarm is covered by snooze `s` of its cluster. Expects a row of `alarm`. */
export const isSnoozedBy = sql<boolean>`(s.scope = 'cluster'
  or (s.scope in ('object', 'node') and s.object_id = alarm.object_id)
  or (s.scope = 'node' and s.object_id = alarm.node_id)
  or (s.scope = 'owner' and s.owner_key = alarm.namespace || '/' || alarm.owner_kind || '/' || alarm.owner_name))`;

/** SQL: the end of the last snooze that covers a row of `alarm` now; null: none does. */
export function snoozedUntil(now: Date) {
  return sql<Date | null>`(select max(until_at) from alarm_snooze s
    where s.host_id = alarm.host_id and s.until_at > ${now} and ${isSnoozedBy})`;
}

/** SQL: the end of the last maintenance window that covers a row of `cluster` now; null: none does. */
export function maintainedUntil(now: Date) {
  return sql<Date | null>`(select max(to_at) from maintenance m
    where (m.host_id = cluster.host_id or m.sub_group_id = cluster.sub_group_id)
      and m.from_at <= ${now} and m.to_at > ${now})`;
}
