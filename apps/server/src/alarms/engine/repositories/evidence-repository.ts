import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

/**
 * Alarms of the clusters that occurred after `since` and whose series, events and neighbours are not collected yet. In a flood,
 * parents come first.
 */
export function listWithIncompleteEvidence(db: Db, hostIds: readonly number[], since: Date, limit: number) {
  return db
    .selectFrom('alarm')
    .select(['alarmId', 'hostId', 'target', 'objectId', 'nodeId', 'occurredAt'])
    .where('isEvidenceComplete', '=', false)
    .where('occurredAt', '>', since)
    .where(sql<boolean>`host_id = any(${[...hostIds]}::int[])`)
    .orderBy(sql`parent_alarm_id nulls first`)
    .orderBy('alarmId')
    .limit(limit)
    .execute();
}

/** Events of the object and its node, or of all objects of the cluster. */
export async function listEventsOf(
  db: Db,
  alarm: { readonly hostId: number; readonly objectId: number | null; readonly nodeId: number | null },
  since: Date,
  limit: number,
) {
  const { hostId, objectId, nodeId } = alarm;
  let query = db
    .selectFrom('event')
    .select(['lastAt', 'type', 'reason', 'message', 'count', 'objectName'])
    .where('hostId', '=', hostId)
    .where('lastAt', '>', since);
  if (objectId !== null) query = query.where('objectId', 'in', [objectId, nodeId ?? objectId]);
  const rows = await query.orderBy('lastAt', 'desc').limit(limit).execute();
  return rows.map(({ lastAt, ...event }) => ({ at: lastAt.toISOString(), ...event }));
}

/** Adds to the evidence that was written with the alarm. */
export async function addEvidence(
  db: Db,
  alarmId: number,
  evidence: object,
  firstCause: string | null,
): Promise<void> {
  await sql`with done as (update alarm set is_evidence_complete = true, first_cause = ${firstCause} where alarm_id = ${alarmId})
    insert into alarm_evidence (alarm_id, evidence) values (${alarmId}, ${JSON.stringify(evidence)}::json)
    on conflict (alarm_id) do update
      set evidence = (alarm_evidence.evidence::jsonb || excluded.evidence::jsonb)::json`.execute(db);
}
