import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import { z } from 'zod';
import type { StoredAlarm, StoredAlarmChange, StoredMessage, StoredState } from './history.ts';
import { COUNTED_ITEM } from './workload/people.ts';

const ExportedSeries = z.object({
  metric: z.object({ id: z.string() }),
  values: z.array(z.number()),
  timestamps: z.array(z.number()),
});

/** Reads the database and the engines directly, without the replicas. */
export async function readStoredState(
  db: Db,
  engines: readonly { readonly url: string }[],
  /** For each cluster the pod that shows the number of the last batch. */
  markers: ReadonlyMap<number, string>,
): Promise<StoredState> {
  const markerIds = new Map<number, number>();
  for (const [hostId, name] of markers) {
    const { rows } = await sql<{ objectId: number }>`
      select object_id from object where host_id = ${hostId} and kind = 'pod' and name = ${name}`.execute(db);
    for (const { objectId } of rows) markerIds.set(objectId, hostId);
  }
  const changes = await sql<{ hostId: number; seq: number }>`
    select host_id, (state ->> 'restartCnt')::int as seq from object_change
    where object_id in (${sql.join([...markerIds.keys()])})`.execute(db);
  const pods = await sql<{ hostId: number; name: string }>`
    select host_id, name from object where kind = 'pod' and deleted_at is null`.execute(db);
  const events = await sql<{ hostId: number; uid: string }>`select host_id, uid from event`.execute(db);
  const memos = await sql<{ text: string }>`select text from alarm_memo`.execute(db);
  const snoozes = await sql<{ reason: string }>`select reason from alarm_snooze`.execute(db);
  const groups = await sql<{ name: string }>`select name from sub_group`.execute(db);
  return {
    markerSeqs: valuesByCluster(changes.rows, ({ seq }) => seq),
    podNames: valuesByCluster(pods.rows, ({ name }) => name),
    eventUids: valuesByCluster(events.rows, ({ uid }) => uid),
    samples: await Promise.all(engines.map(({ url }) => readSamples(url, markerIds))),
    alarms: await readAlarms(db),
    alarmChanges: (await sql<StoredAlarmChange>`select alarm_id, change, memo from alarm_change`.execute(db))
      .rows,
    memoTexts: memos.rows.map(({ text }) => text),
    snoozeReasons: snoozes.rows.map(({ reason }) => reason),
    groupNames: groups.rows.map(({ name }) => name),
    templates: await readTemplates(db),
    outbox: (
      await sql<StoredMessage>`select delivery_id, alarm_id, webhook_id, reason, state from outbox`.execute(
        db,
      )
    ).rows,
  };
}

async function readAlarms(db: Db): Promise<StoredAlarm[]> {
  const { rows } = await sql<StoredAlarm>`
    select alarm_id, host_id, object_key, item_key, object_name, confirm_level in (1, 2, 3) as is_open,
      recovered_at is not null as is_recovered, parent_alarm_id is not null as is_folded
    from alarm order by alarm_id`.execute(db);
  return rows;
}

async function readTemplates(db: Db): Promise<StoredState['templates']> {
  const { rows } = await sql<{ id: number; description: string; threshold: number | null }>`
    select alarm_template_id as id, description, (settings -> ${COUNTED_ITEM} ->> 'critical')::float as threshold
    from alarm_template`.execute(db);
  return new Map(rows.map(({ id, ...template }) => [id, template]));
}

async function readSamples(
  url: string,
  markerIds: ReadonlyMap<number, number>,
): Promise<Map<number, Map<number, number>>> {
  const answer = await fetch(`${url}/api/v1/export?match[]=gwanje_pod_procCnt`);
  const samples = new Map<number, Map<number, number>>();
  for (const line of (await answer.text()).split('\n')) {
    if (line === '') continue;
    const { metric, values, timestamps } = ExportedSeries.parse(JSON.parse(line));
    const hostId = markerIds.get(Number(metric.id));
    if (hostId === undefined) continue;
    samples.set(hostId, new Map(timestamps.map((tsMs, index) => [tsMs, values[index] ?? Number.NaN])));
  }
  return samples;
}

function valuesByCluster<Row extends { readonly hostId: number }, Value>(
  rows: readonly Row[],
  read: (row: Row) => Value,
): Map<number, Value[]> {
  const byCluster = Map.groupBy(rows, ({ hostId }) => hostId);
  return new Map([...byCluster].map(([hostId, list]) => [hostId, list.map(read)]));
}
