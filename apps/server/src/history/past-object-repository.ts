import type { Database } from '@gwanje/backend/database/schema';
import type { Columns } from '@gwanje/contract/definition/columns';
import type { ListColumn } from '@gwanje/kinds/definition/columns';
import { type KindKey, kinds, type ListKind, recordKindsOf } from '@gwanje/kinds/registry';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter } from '../live/list-types.ts';
import { columnConditions } from '../platform/store/list-repository.ts';

type Db = Kysely<Database>;
type Conditions = RawBuilder<SqlBool>[];
type Expressions = Readonly<Record<string, RawBuilder<unknown>>>;

/** A row of the object table with the state at the requested time. */
export interface PastRow {
  readonly objectId: number;
  readonly hostId: number;
  readonly kind: string;
  readonly nodeId: number | null;
  readonly isMonitored: boolean;
  readonly createdMs: number | null;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly deletedMs: number | null;
  readonly state: unknown;
}

export type ContainerIds = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** Record kinds of the rows that hold the states of a kind. The state of a container is part of its pod. */
export function rowKindsOf(kind: KindKey): readonly string[] {
  return recordKindsOf(kind === 'container' ? 'pod' : kind);
}

function ms(column: string) {
  return sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
}

/** All columns except the state, which depends on the time. */
const pastColumns = sql`object.object_id, object.host_id, object.kind, object.node_id, object.is_monitored,
  ${ms('object.created_at')} as created_ms, ${ms('object.first_seen_at')} as first_seen_ms,
  ${ms('object.last_seen_at')} as last_seen_ms, ${ms('object.deleted_at')} as deleted_ms`;

/** The container ids of the pods, by pod id and container name. */
export async function containerIdsOf(db: Db, podIds: readonly number[]): Promise<ContainerIds> {
  const found = new Map<number, Map<string, number>>();
  if (podIds.length === 0) return found;
  const { rows } = await sql<{ objectId: number; parentId: number; name: string }>`
    select object_id, parent_id, name from object where parent_id = any(${[...podIds]}::int[])`.execute(db);
  for (const { objectId, parentId, name } of rows) {
    const ofPod = found.get(parentId) ?? new Map<string, number>();
    found.set(parentId, ofPod.set(name, objectId));
  }
  return found;
}

export function listClusters(db: Db, hostIds: Iterable<number>) {
  return db
    .selectFrom('cluster')
    .select(['hostId', 'name', 'subGroupId', 'isMonitored'])
    .where(sql<boolean>`host_id = any(${[...hostIds]}::int[])`)
    .execute();
}

/** The first and last contact of each cluster. */
export function listContacts(db: Db, hostIds: readonly number[]) {
  return db
    .selectFrom('clusterLive')
    .select(['hostId', 'firstBatchAt', 'lastBatchAt', 'lastSampleAt'])
    .where(sql<boolean>`host_id = any(${[...hostIds]}::int[])`)
    .execute();
}

/** Reads the objects that existed at `atMs` with their newest state up to then, else their oldest state. */
export async function rowsAt(
  db: Db,
  rowKinds: readonly string[],
  hostIds: readonly number[],
  atMs: number,
  limit: number,
  conditions: Conditions,
): Promise<{ rows: PastRow[]; isTruncated: boolean }> {
  const at = new Date(atMs);
  const all = [
    sql<SqlBool>`object.kind = any(${[...rowKinds]}::text[])`,
    sql<SqlBool>`object.host_id = any(${[...hostIds]}::int[])`,
    sql<SqlBool>`object.first_seen_at <= ${at}`,
    sql<SqlBool>`(object.deleted_at is null or object.deleted_at > ${at})`,
    // An object that came back later was deleted in between.
    sql<SqlBool>`before.what is distinct from 'deleted'`,
    ...conditions,
  ];
  const { rows } = await sql<PastRow>`
    select ${pastColumns}, coalesce(before.state, after.state, object.state) as state
    from object
    left join lateral (
      select state, changes -> 0 ->> 'what' as what from object_change
      where object_change.object_id = object.object_id and object_change.at <= ${at}
      order by object_change.at desc, object_change.change_id desc limit 1
    ) before on true
    left join lateral (
      select state from object_change
      where before.state is null and object_change.object_id = object.object_id
      order by object_change.at, object_change.change_id limit 1
    ) after on true
    where ${sql.join(all, sql` and `)}
    order by object.object_id limit ${limit + 1}`.execute(db);
  const found = rows.slice(0, limit).map((row) => ({
    ...row,
    lastSeenMs: Math.min(row.lastSeenMs, atMs),
    // The object was deleted after `atMs`, so at `atMs` it existed.
    deletedMs: null,
  }));
  return { rows: found, isTruncated: rows.length > limit };
}

/** Objects that were deleted at or before `at`, the latest first. */
export async function deletedRows<Kind extends ListKind>(
  db: Db,
  wanted: {
    readonly kind: Kind;
    readonly hostIds: ReadonlySet<number>;
    readonly filter: Filter<Kind> | undefined;
    readonly at: Date;
  },
  limit: number,
): Promise<readonly PastRow[]> {
  const conditions = [
    sql<SqlBool>`object.kind = any(${[...rowKindsOf(wanted.kind)]}::text[])`,
    sql<SqlBool>`object.host_id = any(${[...wanted.hostIds]}::int[])`,
    sql<SqlBool>`object.deleted_at <= ${wanted.at}`,
    ...rowConditions(wanted.kind, wanted.filter),
  ];
  const { rows } = await sql<PastRow>`
    select ${pastColumns}, object.state from object where ${sql.join(conditions, sql` and `)}
    order by object.deleted_at desc, object.object_id desc limit ${limit}`.execute(db);
  return rows;
}

/** The row of one object, or none. */
export async function rowsOf(db: Db, kind: KindKey, objectId: number): Promise<readonly PastRow[]> {
  const { rows } = await sql<PastRow>`
    select ${pastColumns}, object.state from object
    where object.object_id = ${objectId} and object.kind = any(${[...rowKindsOf(kind)]}::text[])`.execute(db);
  return rows;
}

/** The SQL expression of a column of the object table that never changes; null for other columns. */
function expressionOf(key: string, { origin }: ListColumn, table: string): RawBuilder<unknown> | null {
  if (origin.from === 'id') return sql.ref(`${table}.object_id`);
  if (origin.from === 'cluster' && origin.value === 'hostId') return sql.ref(`${table}.host_id`);
  if (origin.from === 'state' && (origin.field === 'name' || origin.field === 'namespace'))
    return sql.ref(`${table}.${origin.field}`);
  return key === 'nodeId' ? sql.ref(`${table}.node_id`) : null;
}

function conditionsOf(columns: Columns, expressions: Expressions, filter: object): Conditions {
  return columnConditions(columns, expressions, Object.fromEntries(Object.entries(filter)));
}

const podColumns: Readonly<Record<string, ListColumn>> = kinds.pod.columns;

/**
 * The conditions of a filter on columns of the object table that never change. They reduce the number of
 * states that are read. The caller applies the whole filter to the result.
 */
export function rowConditions<Kind extends ListKind>(
  kind: Kind,
  filter: Filter<Kind> | undefined,
): Conditions {
  if (filter === undefined) return [];
  const columns: Readonly<Record<string, ListColumn>> = kinds[kind].columns;
  const ofRow: Record<string, RawBuilder<unknown>> = {};
  const ofContainer: Record<string, RawBuilder<unknown>> = {};
  for (const [key, column] of Object.entries(columns)) {
    const { origin } = column;
    const ofPod = origin.from === 'parent' ? podColumns[origin.column] : undefined;
    if (origin.from === 'parent' && ofPod !== undefined) {
      const expression = expressionOf(origin.column, ofPod, 'object');
      if (expression !== null) ofRow[key] = expression;
      continue;
    }
    // The rows are pods. A container has its own row, joined as `container`.
    const isOwn = kind === 'container' && key !== 'hostId';
    const expression = expressionOf(key, column, isOwn ? 'container' : 'object');
    if (expression !== null) (isOwn ? ofContainer : ofRow)[key] = expression;
  }
  return [...conditionsOf(columns, ofRow, filter), ...holding(conditionsOf(columns, ofContainer, filter))];
}

/** Selects pods with a container that meets all conditions. */
function holding(conditions: Conditions): Conditions {
  if (conditions.length === 0) return [];
  return [
    sql<SqlBool>`exists (select 1 from object container
      where container.parent_id = object.object_id and ${sql.join(conditions, sql` and `)})`,
  ];
}
