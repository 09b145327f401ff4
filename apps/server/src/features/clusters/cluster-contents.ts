import type { Database } from '@gwanje/backend/database/schema';
import { type Kysely, sql } from 'kysely';

const COUNTED = {
  alarmCnt: sql`select count(*) from alarm where host_id = ids.host_id`,
  openAlarmCnt: sql`select count(*) from alarm where host_id = ids.host_id and confirm_level in (1, 2, 3)`,
  settingCnt: sql`select (select count(*) from alarm_setting where host_id = ids.host_id)
    + (select count(*) from event_alarm where host_id = ids.host_id)`,
  eventCnt: sql`select count(*) from event where host_id = ids.host_id`,
  changeCnt: sql`select count(*) from object_change where host_id = ids.host_id`,
  nodeHistoryCnt: sql`select count(*) from node_history where host_id = ids.host_id`,
  tokenCnt: sql`select count(*) from cluster_token where host_id = ids.host_id`,
} as const;

type Counts = Readonly<Record<keyof typeof COUNTED, number>>;

/** Counts the rows of a cluster, which are deleted with it. */
export async function contentsOf(db: Kysely<Database>, hostId: number) {
  const counts = Object.entries(COUNTED).map(
    ([name, query]) =>
      sql`(${query})::int as ${sql.id(name.replace(/[A-Z]/g, (char) => `_${char.toLowerCase()}`))}`,
  );
  const { rows } = await sql<Counts & { readonly since: Date | null }>`
    select ${sql.join(counts)}, (select min(first_seen_at) from object where host_id = ids.host_id) as since
    from (select ${hostId}::int as host_id) ids`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('counting gives one row');
  return { ...row, since: row.since?.toISOString() ?? null };
}
