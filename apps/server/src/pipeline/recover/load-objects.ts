import { setImmediate } from 'node:timers/promises';
import type { Database } from '@gwanje/backend/database/schema';
import { type InventoryKind, inventoryKinds } from '@gwanje/contract/agent/inventory';
import { type Kysely, sql } from 'kysely';
import type { KnownContainer, KnownObject, KnownPod } from '../identify/registry.ts';

type Db = Kysely<Database>;

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
  /** Of a pod: `[id, name]` of each. */
  readonly containers: unknown;
  readonly recordHash: number | null;
  readonly state: unknown;
}

const PAGE = 2_500;

/** A time as a number of ms, which is read far faster than a date. */
function ms(column: string) {
  return sql`date_part('epoch', ${sql.ref(column)}) * 1000`;
}

/** Named as they are called here: to rename them in each of 100,000 rows takes as long as making the rows. */
const objectColumns = sql`object_id as "objectId", host_id as "hostId", kind, uid, name, namespace, node_id as "nodeId",
  ${ms('placed_at')} as "placedMs", ${ms('created_at')} as "createdMs", ${ms('first_seen_at')} as "firstSeenMs",
  ${ms('last_seen_at')} as "lastSeenMs", ${ms('deleted_at')} as "deletedMs", kubelet_uid as "kubeletUid", containers,
  record_hash as "recordHash", state`;

/** Those that are, and those that have gone since. */
export function loadObjects(db: Db, goneSince: Date): AsyncIterable<readonly ObjectRow[]> {
  return pages(async (after) => {
    // As one text: the driver takes longer for sixteen values of each of 100,000 rows than all the rest does.
    const { rows } = await sql<{ page: ObjectRow[] | null }>`
      select json_agg(found) as page from (
        select ${objectColumns} from object
        where object_id > ${after} and kind <> 'container' and (deleted_at is null or deleted_at > ${goneSince})
        order by object_id limit ${PAGE}
      ) found`.execute(db.withoutPlugins());
    return rows[0]?.page ?? [];
  });
}

/** In the order of their ids; the next page is read while one is being worked on. */
async function* pages<Row extends { objectId: number }>(
  read: (after: number) => Promise<readonly Row[]>,
): AsyncIterable<readonly Row[]> {
  let next = read(0);
  for (;;) {
    const rows = await next;
    const last = rows.at(-1);
    if (!last) return;
    next = read(last.objectId);
    // Whoever stops reading has not asked for it.
    next.catch(() => {});
    // The question goes out first: whoever works on a page lets nothing else run meanwhile.
    await setImmediate();
    yield rows;
  }
}

/** Records as the agents sent them. */
export async function loadRecords(
  db: Db,
  ids: readonly number[],
): Promise<{ objectId: number; record: unknown }[]> {
  const { rows } = await sql<{ objectId: number; record: unknown }>`
    select object_id, record from object where object_id = any(${ids}::int[])`.execute(db);
  return rows;
}

export interface Wanted {
  readonly hostId: number;
  readonly kind: InventoryKind;
  readonly uid: string;
}

/**
 * Objects that memory does not know: they may have been gone for long, and are back. All in one pass: a database without
 * statistics takes the index of names, and looked for one by one each would cost a walk through its whole cluster.
 */
export async function findObjects(db: Db, wanted: readonly Wanted[]): Promise<readonly ObjectRow[]> {
  if (wanted.length === 0) return [];
  const distinct = <Value>(of: (one: Wanted) => Value) => [...new Set(wanted.map(of))];
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
  return { ...object, kind, kubeletUid, nodeId, placedMs, containers: containersOf(row.containers) };
}

function containersOf(pairs: unknown): KnownContainer[] {
  const containers: KnownContainer[] = [];
  if (!Array.isArray(pairs)) return containers;
  for (const pair of pairs) {
    const [id, name] = Array.isArray(pair) ? pair : [];
    if (typeof id === 'number' && typeof name === 'string') containers.push({ id, name, isNoted: true });
  }
  return containers;
}
