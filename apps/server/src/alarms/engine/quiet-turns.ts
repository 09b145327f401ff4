import type { Database } from '@gwanje/backend/database/schema';
import { type Kysely, type RawBuilder, sql } from 'kysely';

type Db = Kysely<Database>;
type ByHost = ReadonlyMap<number, number[]>;

/**
 * Open alarms that a snooze covered which ended in between, or a maintenance window that began or ended, by cluster: who
 * sees them is told that they are quiet, or no longer.
 */
export async function turnedBetween(db: Db, after: Date, until: Date): Promise<ByHost> {
  return await byHost(
    db,
    sql`select alarm.alarm_id, alarm.host_id from alarm_snooze s join alarm on s.host_id = alarm.host_id
      where s.until_at > ${after} and s.until_at <= ${until} and alarm.confirm_level in (1, 2, 3)
        and (s.scope = 'cluster'
        or (s.scope in ('object', 'node') and s.object_id = alarm.object_id)
        or (s.scope = 'node' and s.object_id = alarm.node_id)
        or (s.scope = 'owner'
          and s.owner_key = alarm.namespace || '/' || alarm.owner_kind || '/' || alarm.owner_name))
      union
      ${covered(sql`(m.from_at > ${after} and m.from_at <= ${until}) or (m.to_at > ${after} and m.to_at <= ${until})`)}`,
  );
}

/** Open alarms of what a maintenance window is about. */
export function coveredBy(db: Db, maintenanceId: number): Promise<ByHost> {
  return byHost(db, covered(sql`m.maintenance_id = ${maintenanceId}`));
}

function covered(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select alarm.alarm_id, alarm.host_id
    from maintenance m
    join cluster c on m.host_id = c.host_id or m.sub_group_id = c.sub_group_id
    join alarm on alarm.host_id = c.host_id
    where alarm.confirm_level in (1, 2, 3) and (${which})`;
}

async function byHost(db: Db, query: RawBuilder<unknown>): Promise<ByHost> {
  const { rows } = await sql<{ alarmId: number; hostId: number }>`
    select alarm_id, host_id from (${query}) turned order by alarm_id`.execute(db);
  const grouped = Map.groupBy(rows, ({ hostId }) => hostId);
  return new Map([...grouped].map(([hostId, found]) => [hostId, found.map(({ alarmId }) => alarmId)]));
}
