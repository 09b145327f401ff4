import type { Db } from '@gwanje/backend/database/schema';
import { z } from 'zod';
import type { StoredAlarm, StoredState } from './history.ts';
import { COUNTED_ITEM } from './workload/people.ts';

const ExportedSeries = z.object({
  metric: z.object({ id: z.string() }),
  values: z.array(z.number()),
  timestamps: z.array(z.number()),
});

const MarkerState = z.object({ restartCnt: z.number() });
const TemplateSettings = z.object({
  [COUNTED_ITEM]: z.object({ critical: z.number().nullable() }).optional(),
});
const OPEN_LEVELS: readonly number[] = [1, 2, 3];

/** Reads the database and the engines directly, without the replicas. */
export async function readStoredState(
  db: Db,
  engines: readonly { readonly url: string }[],
  /** For each cluster the pod that shows the number of the last batch. */
  markers: ReadonlyMap<number, string>,
): Promise<StoredState> {
  const pods = await db
    .selectFrom('object')
    .select(['objectId', 'hostId', 'name', 'deletedAt'])
    .where('kind', '=', 'pod')
    .execute();
  const markerIds = new Map(
    pods
      .filter(({ hostId, name }) => markers.get(hostId) === name)
      .map(({ objectId, hostId }) => [objectId, hostId]),
  );
  const changes = await db
    .selectFrom('objectChange')
    .select(['hostId', 'state'])
    .where('objectId', 'in', [...markerIds.keys()])
    .execute();
  const existing = pods.filter(({ deletedAt }) => deletedAt === null);
  const events = await db.selectFrom('event').select(['hostId', 'uid']).execute();
  const memos = await db.selectFrom('alarmMemo').select('text').execute();
  const snoozes = await db.selectFrom('alarmSnooze').select('reason').execute();
  const groups = await db.selectFrom('subGroup').select('name').execute();
  return {
    markerSeqs: valuesByCluster(changes, ({ state }) => MarkerState.parse(state).restartCnt),
    podNames: valuesByCluster(existing, ({ name }) => name),
    eventUids: valuesByCluster(events, ({ uid }) => uid),
    samples: await Promise.all(engines.map(({ url }) => readSamples(url, markerIds))),
    alarms: await readAlarms(db),
    alarmChanges: await db.selectFrom('alarmChange').select(['alarmId', 'change', 'memo']).execute(),
    memoTexts: memos.map(({ text }) => text),
    snoozeReasons: snoozes.map(({ reason }) => reason),
    groupNames: groups.map(({ name }) => name),
    templates: await readTemplates(db),
    outbox: await db
      .selectFrom('outbox')
      .select(['deliveryId', 'alarmId', 'webhookId', 'reason', 'state'])
      .where('webhookId', 'is not', null)
      .$narrowType<{ webhookId: number }>()
      .execute(),
  };
}

async function readAlarms(db: Db): Promise<StoredAlarm[]> {
  const rows = await db
    .selectFrom('alarm')
    .select(['alarmId', 'hostId', 'objectKey', 'itemKey', 'objectName'])
    .select(['confirmLevel', 'recoveredAt', 'parentAlarmId'])
    .execute();
  return rows.map(({ confirmLevel, recoveredAt, parentAlarmId, ...alarm }) => ({
    ...alarm,
    isOpen: OPEN_LEVELS.includes(confirmLevel),
    isRecovered: recoveredAt !== null,
    isFolded: parentAlarmId !== null,
  }));
}

async function readTemplates(db: Db): Promise<StoredState['templates']> {
  const rows = await db
    .selectFrom('alarmTemplate')
    .select(['alarmTemplateId', 'description', 'settings'])
    .execute();
  return new Map(
    rows.map(({ alarmTemplateId, description, settings }) => [
      alarmTemplateId,
      { description, threshold: TemplateSettings.parse(settings)[COUNTED_ITEM]?.critical ?? null },
    ]),
  );
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
