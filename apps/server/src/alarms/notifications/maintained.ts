import { sql } from 'kysely';

/** Of a row of `alarm` and its `cluster`: the end of the last maintenance window that covers it now; null: none does. */
export function maintainedUntil(now: Date) {
  return sql<Date | null>`(select max(to_at) from maintenance m
    where (m.host_id = cluster.host_id or m.sub_group_id = cluster.sub_group_id)
      and m.from_at <= ${now} and m.to_at > ${now})`;
}
