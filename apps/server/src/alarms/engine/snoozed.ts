import { sql } from 'kysely';

/** Of a row of `alarm`: the end of the last snooze that covers it now; null where none does. */
export function snoozedUntil(now: Date) {
  return sql<Date | null>`(select max(until_at) from alarm_snooze s where s.host_id = alarm.host_id
    and s.until_at > ${now} and (s.scope = 'cluster'
      or (s.scope in ('object', 'node') and s.object_id = alarm.object_id)
      or (s.scope = 'node' and s.object_id = alarm.node_id)
      or (s.scope = 'owner' and s.owner_key = alarm.namespace || '/' || alarm.owner_kind || '/' || alarm.owner_name)))`;
}
