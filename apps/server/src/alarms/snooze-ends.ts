import type { Database } from '@gwanje/backend/database/schema';
import { type Kysely, sql } from 'kysely';

/** Open alarms that a snooze covered which ended in between, by cluster: who sees them is told that they are no longer quiet. */
export async function endedSnoozes(
  db: Kysely<Database>,
  after: Date,
  until: Date,
): Promise<ReadonlyMap<number, number[]>> {
  const { rows } = await sql<{ alarmId: number; hostId: number }>`
    select distinct alarm.alarm_id, alarm.host_id from alarm_snooze s join alarm on s.host_id = alarm.host_id
    where s.until_at > ${after} and s.until_at <= ${until} and alarm.confirm_level in (1, 2, 3) and (s.scope = 'cluster'
      or (s.scope in ('object', 'node') and s.object_id = alarm.object_id)
      or (s.scope = 'node' and s.object_id = alarm.node_id)
      or (s.scope = 'owner' and s.owner_key = alarm.namespace || '/' || alarm.owner_kind || '/' || alarm.owner_name))
    order by alarm.alarm_id`.execute(db);
  const byHost = Map.groupBy(rows, ({ hostId }) => hostId);
  return new Map([...byHost].map(([hostId, found]) => [hostId, found.map(({ alarmId }) => alarmId)]));
}
