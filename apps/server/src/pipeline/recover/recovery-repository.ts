import type { Db } from '@gwanje/backend/database/schema';
import type { StateKind } from '@gwanje/kinds/registry';
import { sql } from 'kysely';

/** The clusters to read; null: all. */
type HostIds = readonly number[] | null;

function isOf(hostIds: HostIds, column = 'host_id') {
  return hostIds === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${hostIds}::int[])`;
}

export function readClusterLive(db: Db, hostIds: HostIds) {
  return db.selectFrom('clusterLive').selectAll().where(isOf(hostIds)).execute();
}

export function readAgents(db: Db, hostIds: HostIds) {
  return db.selectFrom('agent').selectAll().where(isOf(hostIds)).execute();
}

export function readWaitingSamples(db: Db, hostIds: HostIds) {
  return db.selectFrom('waitingSample').selectAll().where(isOf(hostIds)).execute();
}

/** Clusters with objects that were deleted before `deletedSince`. */
export async function hostsWithOlderObjects(db: Db, deletedSince: Date, hostIds: HostIds): Promise<number[]> {
  const { rows } = await sql<{ hostId: number }>`
    select host_id from cluster
    where ${isOf(hostIds)} and exists (select 1 from object where object.host_id = cluster.host_id and deleted_at <= ${deletedSince})`.execute(
    db,
  );
  return rows.map(({ hostId }) => hostId);
}

export interface NodeHistoryRow {
  readonly hostId: number;
  readonly nodeId: number;
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly condition: string;
  readonly isSchedulable: boolean;
  readonly kubeletVersion: string;
  readonly conditions: unknown;
  readonly flapCnt: number;
  readonly inHour: number;
}

/**
 * The latest history record of every existing node. Ended records of the future are left out: a server clock that
 * was ahead has made them.
 */
export async function readLatestNodeHistory(
  db: Db,
  now: Date,
  hostIds: HostIds,
): Promise<readonly NodeHistoryRow[]> {
  const { rows } = await sql<NodeHistoryRow>`
    select h.host_id, h.node_id, date_part('epoch', from_at) * 1000 as from_ms,
      date_part('epoch', to_at) * 1000 as to_ms, condition, is_schedulable, kubelet_version, conditions,
      flap_cnt, (select count(*) from node_history o
        where o.node_id = h.node_id and o.from_at between date_trunc('hour', h.from_at) and h.from_at) as in_hour
    from cluster join object n using (host_id) join lateral (
      select * from node_history
      where node_id = n.object_id and (to_at is null or from_at <= ${now}::timestamptz + interval '5 min')
      order by from_at desc limit 1
    ) h on true
    where n.kind = 'node' and n.deleted_at is null and ${isOf(hostIds, 'n.host_id')}`.execute(db);
  return rows;
}

/** An object whose state differs from its last entry in the history. */
export interface UnrecordedObject {
  readonly objectId: number;
  readonly hostId: number;
  readonly kind: StateKind;
  readonly record: unknown;
  readonly state: unknown;
  readonly lastSeenMs: number;
  readonly deletedMs: number | null;
  /** Null when the history has no entry of the object. */
  readonly recordedMs: number | null;
  readonly recordedState: unknown;
  readonly isRecordedDeleted: boolean;
}

interface UnrecordedPage {
  /** Null after the last page. */
  readonly lastId: number | null;
  readonly objects: readonly UnrecordedObject[];
}

/** Objects that one statement compares. */
const PAGE = 1_000;

export async function readUnrecordedObjects(
  db: Db,
  hostId: number,
  deletedSince: Date,
  afterId: number,
): Promise<UnrecordedPage> {
  const ms = (column: string) => sql`date_part('epoch', ${sql.ref(column)}) * 1000`;
  const { rows } = await sql<UnrecordedPage>`
    select max(o.object_id) as "lastId", coalesce(json_agg(json_build_object(
        'objectId', o.object_id, 'hostId', o.host_id, 'kind', o.kind, 'record', o.record, 'state', o.state,
        'lastSeenMs', ${ms('o.last_seen_at')}, 'deletedMs', ${ms('o.deleted_at')}, 'recordedMs', ${ms('c.at')},
        'recordedState', c.state, 'isRecordedDeleted', c.is_deleted is true
      )) filter (where o.state::text is distinct from c.state::text
        or (o.deleted_at is not null) <> (c.is_deleted is true)), '[]') as objects
    from (
      select * from object
      where host_id = ${hostId} and object_id > ${afterId} and state is not null
        and (deleted_at is null or deleted_at > ${deletedSince})
      order by object_id limit ${PAGE}
    ) o left join lateral (
      select at, state, changes -> 0 ->> 'what' = 'deleted' as is_deleted from object_change
      where object_change.object_id = o.object_id order by at desc, change_id desc limit 1
    ) c on true`.execute(db.withoutPlugins());
  return rows[0] ?? { lastId: null, objects: [] };
}
