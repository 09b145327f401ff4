import type { Database } from '@gwanje/backend/database/schema';
import { type InventoryKind, inventoryKinds } from '@gwanje/contract/agent/inventory';
import { type Kysely, sql } from 'kysely';
import type { KnownContainer, KnownObject, KnownPod } from './registry.ts';

type Db = Kysely<Database>;

export interface ContainerRow {
  readonly objectId: number;
  readonly parentId: number;
  readonly name: string;
}

export interface ObjectRow {
  readonly objectId: number;
  readonly hostId: number;
  readonly kind: string;
  readonly uid: string;
  readonly name: string;
  readonly namespace: string | null;
  readonly nodeId: number | null;
  readonly placedMs: number | null;
  readonly createdMs: number | null;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly deletedMs: number | null;
  readonly kubeletUid: string | null;
  readonly recordHash: number | null;
  readonly isMonitored: boolean;
  readonly state: unknown;
}

const PAGE = 10_000;

/** A time as a number of ms, which is read far faster than a date. */
function ms(column: string) {
  return sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
}

const objectColumns = sql`object_id, host_id, kind, uid, name, namespace, node_id, ${ms('placed_at')} as placed_ms,
  ${ms('created_at')} as created_ms, ${ms('first_seen_at')} as first_seen_ms, ${ms('last_seen_at')} as last_seen_ms,
  ${ms('deleted_at')} as deleted_ms, kubelet_uid, record_hash, is_monitored, state`;

/** Page by page in the order of their ids: those that are, and those that have gone since. */
export async function* loadObjects(
  db: Db,
  goneSince: Date,
  hostId?: number,
): AsyncIterable<readonly ObjectRow[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql<ObjectRow>`
      select ${objectColumns} from object
      where object_id > ${last} and kind <> 'container' and (deleted_at is null or deleted_at > ${goneSince})
        and (${hostId ?? null}::int is null or host_id = ${hostId ?? null})
      order by object_id limit ${PAGE}`.execute(db);
    const next = rows.at(-1);
    if (!next) return;
    yield rows;
    last = next.objectId;
  }
}

export async function* loadContainers(
  db: Db,
  goneSince: Date,
  hostId?: number,
): AsyncIterable<readonly ContainerRow[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql<ContainerRow>`
      select object_id, parent_id, name from object
      where object_id > ${last} and kind = 'container' and (deleted_at is null or deleted_at > ${goneSince})
        and (${hostId ?? null}::int is null or host_id = ${hostId ?? null})
      order by object_id limit ${PAGE}`.execute(db);
    const next = rows.at(-1);
    if (!next) return;
    yield rows;
    last = next.objectId;
  }
}

export interface Wanted {
  readonly hostId: number;
  readonly kind: InventoryKind;
  readonly uid: string;
}

/** Objects that memory does not know: they may have been gone for long, and are back. */
export async function findObjects(
  db: Db,
  wanted: readonly Wanted[],
): Promise<{ row: ObjectRow; containers: KnownContainer[] }[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<ObjectRow>`
    select ${objectColumns} from object
    where (host_id, kind, uid) in (
      select * from unnest(
        ${wanted.map(({ hostId }) => hostId)}::int[],
        ${wanted.map(({ kind }) => kind)}::text[],
        ${wanted.map(({ uid }) => uid)}::text[]
      ))`.execute(db);
  const podIds = rows.filter(({ kind }) => kind === 'pod').map(({ objectId }) => objectId);
  const containers = new Map<number, KnownContainer[]>();
  if (podIds.length > 0) {
    const found = await sql<ContainerRow>`
      select object_id, parent_id, name from object where parent_id = any(${podIds}::int[])`.execute(db);
    for (const row of found.rows) keepContainer(containers, row);
  }
  return rows.map((row) => ({ row, containers: containers.get(row.objectId) ?? [] }));
}

export function keepContainer(
  containers: Map<number, KnownContainer[]>,
  { objectId, parentId, name }: ContainerRow,
): void {
  const list = containers.get(parentId);
  if (list) list.push({ id: objectId, name });
  else containers.set(parentId, [{ id: objectId, name }]);
}

export function knownObject(
  row: ObjectRow,
  containers: KnownContainer[],
): KnownObject | KnownPod | undefined {
  const kind = inventoryKinds.find((one) => one === row.kind);
  if (!kind) return undefined;
  const object: KnownObject = {
    id: row.objectId,
    kind,
    uid: row.uid,
    name: row.name,
    namespace: row.namespace,
    createdMs: row.createdMs,
    firstSeenMs: row.firstSeenMs,
    lastSeenMs: row.lastSeenMs,
    deletedMs: row.deletedMs,
    // No later than this: no change is written without it.
    changedMs: row.lastSeenMs,
    recordHash: row.deletedMs === null ? row.recordHash : null,
    mark: 0,
  };
  if (kind !== 'pod') return object;
  const { kubeletUid, nodeId, placedMs } = row;
  return { ...object, kind, kubeletUid, nodeId, placedMs, containers };
}
