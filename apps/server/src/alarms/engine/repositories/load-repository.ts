import type { Db } from '@gwanje/backend/database/schema';
import { alarmSubjects } from '@gwanje/contract/alarms/alarm-items';
import { foldKinds } from '@gwanje/domain/alarms/folding';
import { ownerKeyOf } from '@gwanje/domain/alarms/owner-key';
import { confirmTrack, type Track } from '@gwanje/domain/alarms/track';
import { sql } from 'kysely';
import type { OpenAlarm } from '../state/open-alarm-index.ts';
import { keyOf, type ObjectKey, readTrack } from '../state/track-store.ts';

/** Alarms at confirmation level 1, 2 or 3: those of the clusters, or those with these ids. */
export async function loadOpenAlarms(
  db: Db,
  where: { readonly hostIds: readonly number[] } | { readonly alarmIds: readonly number[] },
): Promise<OpenAlarm[]> {
  const query = db
    .selectFrom('alarm')
    .select(['alarmId', 'hostId', 'itemKey', 'target', 'objectId', 'nodeId', 'namespace', 'ownerKind'])
    .select([
      'ownerName',
      'occurredAt',
      'lastOccurredAt',
      'level',
      'recoveredAt',
      'parentAlarmId',
      'foldKind',
      'isNotified',
    ])
    .where(sql<boolean>`confirm_level in (1, 2, 3)`)
    .where(
      'hostIds' in where
        ? sql<boolean>`host_id = any(${[...where.hostIds]}::int[])`
        : sql<boolean>`alarm_id = any(${[...where.alarmIds]}::int[])`,
    );
  const rows = await query.execute();
  return rows.map((row) => ({
    alarmId: row.alarmId,
    hostId: row.hostId,
    itemKey: row.itemKey,
    target: alarmSubjects.find((subject) => subject === row.target) ?? 'event',
    objectId: row.objectId,
    nodeId: row.nodeId,
    ownerKey: ownerKeyOf(row.namespace ?? '', row.ownerKind, row.ownerName),
    occurredMs: row.occurredAt.getTime(),
    lastOccurredMs: row.lastOccurredAt.getTime(),
    isNotified: row.isNotified,
    isKeptOpen: false,
    level: row.level === 1 ? 1 : 5,
    isRecovered: row.recoveredAt !== null,
    parentId: row.parentAlarmId,
    foldKind: foldKinds.find((kind) => kind === row.foldKind) ?? null,
  }));
}

interface TrackOfAlarm {
  readonly hostId: number;
  readonly itemKey: string;
  readonly key: ObjectKey;
  readonly track: Track | undefined;
  readonly alarmId: number | null;
}

interface TrackRow extends Omit<TrackOfAlarm, 'key' | 'track'> {
  readonly objectKey: string;
  readonly track: unknown;
  readonly confirmLevel: number | null;
  readonly recoveredAt: Date | null;
  readonly closedAt: Date | null;
  readonly level: number | null;
}

/** Every stored track of the clusters, and one for each open alarm without a track. */
export async function loadTracksOf(db: Db, hostIds: readonly number[]): Promise<TrackOfAlarm[]> {
  const isOfThem = (hostId: string) => sql`${sql.ref(hostId)} = any(${[...hostIds]}::int[])`;
  const { rows } = await sql<TrackRow>`
    select t.host_id, t.item_key, t.object_key, t.track, a.alarm_id, a.confirm_level, a.recovered_at, a.closed_at,
      a.level
    from alarm_track t left join alarm a on a.alarm_id = (t.track ->> 'alarmId')::int
    where ${isOfThem('t.hostId')}
    union all
    select a.host_id, a.item_key, a.object_key, null, a.alarm_id, a.confirm_level, a.recovered_at, a.closed_at, a.level
    from alarm a where confirm_level in (1, 2, 3) and ${isOfThem('a.hostId')} and not exists (select 1 from alarm_track t
      where t.host_id = a.host_id and t.item_key = a.item_key and t.object_key = a.object_key)`.execute(db);
  return rows.map(trackOfAlarm);
}

/** The tracks of alarms. */
export async function loadTracks(db: Db, alarmIds: readonly number[]): Promise<TrackOfAlarm[]> {
  const { rows } = await sql<TrackRow>`
    select a.host_id, a.item_key, a.object_key, t.track, a.alarm_id, a.confirm_level, a.recovered_at, a.closed_at,
      a.level
    from alarm a left join alarm_track t on t.host_id = a.host_id and t.object_key = a.object_key
      and t.item_key = a.item_key
    where a.alarm_id = any(${[...alarmIds]}::int[])`.execute(db);
  return rows.map(trackOfAlarm);
}

function trackOfAlarm(row: TrackRow): TrackOfAlarm {
  const { alarmId, hostId, itemKey, objectKey } = row;
  const track = reconciled(readTrack(row.track), row);
  return { alarmId, hostId, itemKey, key: keyOf(objectKey), track };
}

/** The alarm row has the confirmation level; the track has what the engine observed. */
function reconciled(track: Track | undefined, row: TrackRow): Track | undefined {
  const { alarmId, confirmLevel, level } = row;
  if (track && !('alarmId' in track)) return track;
  if (track && track.alarmId !== alarmId) return alarmId === null ? undefined : track;
  if (alarmId === null) return track;
  const recoveredMs = row.recoveredAt?.getTime() ?? null;
  const open = {
    level: level === 1 ? (1 as const) : (5 as const),
    breach: track && 'breach' in track ? track.breach : null,
    alarmId,
    recoveredMs,
  };
  if (confirmLevel === 1 || confirmLevel === 2 || confirmLevel === 3)
    return { kind: 'open', ...open, confirmLevel };
  if (confirmLevel === 0) return track && { kind: 'recovered', ...open, recoveredMs: recoveredMs ?? 0 };
  if (track?.kind === 'open') return confirmTrack(track, 4, row.closedAt?.getTime() ?? 0);
  return track?.kind === 'quiet' ? track : undefined;
}
