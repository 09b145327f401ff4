import { setImmediate } from 'node:timers/promises';
import type { Db } from '@gwanje/backend/database/schema';
import { type RecordKind, recordKinds } from '@gwanje/kinds/registry';
import { type RawBuilder, sql } from 'kysely';
import type { KnownContainer, KnownObject, KnownPod } from '../state/object-registry.ts';

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
  /** The containers of a pod as `[id, name]` pairs. */
  readonly containers: unknown;
  readonly recordHash: number | null;
  /** Absent when only the identities were read. */
  readonly state?: unknown;
  /** Changes with every write of the row. Present when the identities of some clusters were read. */
  readonly version?: number;
}

/** Which objects to read. */
export interface ObjectScope {
  /** Null: of all clusters. */
  readonly hostIds: readonly number[] | null;
  readonly deletedSince: Date;
  readonly withStates: boolean;
  /** Identities that were read earlier. A row that has not changed since is not read again. */
  readonly prepared?: PreparedObjects | undefined;
}

/** Identities of the objects of a cluster, by id. */
export type PreparedObjects = ReadonlyMap<number, ObjectRow>;

const PAGE = 2_500;
/** A running server answers requests between two pages, so a page is smaller than at the start. */
const PAGE_WHILE_RUNNING = 1_000;

/** A time in ms. The driver reads a number much faster than a date. */
function ms(column: string) {
  return sql`date_part('epoch', ${sql.ref(column)}) * 1000`;
}

/** Camel-case aliases: renaming the columns of 100,000 rows in the driver takes as long as reading them. */
const identityColumns = sql`object_id as "objectId", host_id as "hostId", kind, uid, name, namespace, node_id as "nodeId",
  ${ms('placed_at')} as "placedMs", ${ms('created_at')} as "createdMs", ${ms('first_seen_at')} as "firstSeenMs",
  ${ms('last_seen_at')} as "lastSeenMs", ${ms('deleted_at')} as "deletedMs", kubelet_uid as "kubeletUid", containers,
  record_hash as "recordHash"`;
const objectColumns = sql`${identityColumns}, state`;
/** The number of the transaction that wrote the row. */
const version = sql`xmin::text::bigint`;

/** Existing objects, and those deleted after `deletedSince`, page by page. */
export async function* loadObjects(db: Db, scope: ObjectScope): AsyncIterable<readonly ObjectRow[]> {
  const { hostIds, deletedSince, withStates, prepared } = scope;
  const columns = withStates ? objectColumns : sql`${identityColumns}, ${version} as version`;
  // One JSON text per page: the driver would need most of the time for sixteen values per row.
  const readPage = async (rest: RawBuilder<unknown>) => {
    const { rows } = await sql<{ page: ObjectRow[] | null }>`
      select json_agg(found) as page from (
        select ${columns} from object ${rest}
      ) found`.execute(db.withoutPlugins());
    return rows[0]?.page ?? [];
  };
  if (hostIds === null) {
    yield* pages((after) =>
      readPage(sql`
        where object_id > ${after} and kind <> 'container' and (deleted_at is null or deleted_at > ${deletedSince})
        order by object_id limit ${PAGE}`),
    );
    return;
  }
  // The ids first: the primary key is no help to find the next page of a few clusters among all objects.
  const ids: number[] = [];
  const unchanged: ObjectRow[] = [];
  for (const [id, current] of await readVersions(db, hostIds, deletedSince)) {
    const row = withStates ? undefined : prepared?.get(id);
    if (row?.version === current) unchanged.push(row);
    else ids.push(id);
  }
  if (unchanged.length > 0) yield unchanged;
  yield* pages(() => {
    const next = ids.splice(0, PAGE_WHILE_RUNNING);
    return next.length === 0 ? Promise.resolve([]) : readPage(sql`where object_id = any(${next}::int[])`);
  });
}

async function readVersions(
  db: Db,
  hostIds: readonly number[],
  deletedSince: Date,
): Promise<[objectId: number, version: number][]> {
  const { rows } = await sql<{ versions: [number, number][] | null }>`
    select json_agg(json_build_array(object_id, ${version})) as versions from object
    where host_id = any(${hostIds}::int[]) and kind = any(${recordKinds}::text[])
      and (deleted_at is null or deleted_at > ${deletedSince})`.execute(db);
  return rows[0]?.versions ?? [];
}

/** Reads pages until one is empty. The next page is read while the caller works on one. */
async function* pages<Row extends { objectId: number }>(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncIterable<readonly Row[]> {
  let next = read(0);
  for (;;) {
    const rows = await next;
    const last = rows.at(-1);
    if (!last) return;
    next = read(last.objectId);
    // The caller may stop before it needs this page.
    next.catch(() => {});
    // The query has to be sent before the caller blocks the thread.
    await setImmediate();
    yield rows;
  }
}

/** Records as sent by the agents. */
export async function loadRecords(
  db: Db,
  ids: readonly number[],
): Promise<{ objectId: number; record: unknown }[]> {
  const { rows } = await sql<{ objectId: number; record: unknown }>`
    select object_id, record from object where object_id = any(${ids}::int[])`.execute(db);
  return rows;
}

export interface ObjectKey {
  readonly hostId: number;
  readonly kind: RecordKind;
  readonly uid: string;
}

/**
 * Finds objects that are not in memory. One statement for all: without statistics, PostgreSQL would walk
 * through a whole cluster for each of them.
 */
export async function findObjects(db: Db, wanted: readonly ObjectKey[]): Promise<readonly ObjectRow[]> {
  if (wanted.length === 0) return [];
  const distinct = <Value>(getValue: (one: ObjectKey) => Value) => [...new Set(wanted.map(getValue))];
  const { rows } = await sql<ObjectRow>`
    select ${objectColumns} from object
    where host_id = any(${distinct(({ hostId }) => hostId)}::int[])
      and kind = any(${distinct(({ kind }) => kind)}::text[])
      and uid = any(${distinct(({ uid }) => uid)}::text[])`.execute(db.withoutPlugins());
  const keys = new Set(wanted.map(keyOf));
  return rows.filter((row) => keys.has(keyOf(row)));
}

function keyOf({ hostId, kind, uid }: Pick<ObjectRow, 'hostId' | 'kind' | 'uid'>): string {
  return `${hostId}/${kind}/${uid}`;
}

export function knownObject(row: ObjectRow): KnownObject | KnownPod | undefined {
  const kind = recordKinds.find((one) => one === row.kind);
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
    // No change is written without updating one of these times, so the last change is not later.
    changedMs: Math.max(row.lastSeenMs, row.deletedMs ?? 0),
    recordHash: row.deletedMs === null ? row.recordHash : null,
  };
  if (kind !== 'pod') return object;
  const { kubeletUid, nodeId, placedMs } = row;
  const containers = containersOf(row.containers);
  return { ...object, kind, kubeletUid, nodeId, placedMs, awaitedNode: null, containers };
}

function containersOf(pairs: unknown): KnownContainer[] {
  const containers: KnownContainer[] = [];
  if (!Array.isArray(pairs)) return containers;
  for (const pair of pairs) {
    const [id, name] = Array.isArray(pair) ? pair : [];
    if (typeof id === 'number' && typeof name === 'string') containers.push({ id, name });
  }
  return containers;
}
