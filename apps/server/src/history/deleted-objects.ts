import type { Database } from '@gwanje/backend/database/schema';
import { type ListKind, type StateKind, sampledKinds } from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Filter } from '../live/kinds.ts';
import type { LiveState } from '../live/live-state.ts';
import { rowConditions } from './conditions.ts';
import {
  containerIdsOf,
  emptyState,
  type PastRow,
  pastColumns,
  putRows,
  rowKindsOf,
} from './past-objects.ts';
import { putValues } from './values.ts';

export const MAX_DELETED = 20_000;

export interface DeletedObjects {
  readonly live: LiveState;
  /** There are more objects. These are the ones deleted last. */
  readonly isTruncated: boolean;
}

interface Wanted<Kind extends ListKind> {
  readonly kind: Kind;
  readonly hostIds: ReadonlySet<number>;
  readonly filter: Filter<Kind> | undefined;
  /** Objects deleted at or before this time. */
  readonly at: Date;
  /** The object exists again. Memory knows this before the database. */
  readonly isBack: (objectId: number) => boolean;
}

/** Reads deleted objects with their last state into a separate live state, without metric values. */
export async function deletedObjects<Kind extends ListKind>(
  db: Kysely<Database>,
  { kind, hostIds, filter, at, isBack }: Wanted<Kind>,
): Promise<DeletedObjects> {
  const conditions = [
    sql<SqlBool>`object.kind = any(${[...rowKindsOf(kind)]}::text[])`,
    sql<SqlBool>`object.host_id = any(${[...hostIds]}::int[])`,
    sql<SqlBool>`object.deleted_at <= ${at}`,
    ...rowConditions(kind, filter),
  ];
  const { rows } = await sql<PastRow>`
    select ${pastColumns}, object.state from object where ${sql.join(conditions, sql` and `)}
    order by object.deleted_at desc, object.object_id desc limit ${MAX_DELETED + 1}`.execute(db);
  const found = rows.slice(0, MAX_DELETED).filter(({ objectId }) => !isBack(objectId));
  const live = await emptyState(db, hostIds);
  const podIds = kind === 'container' ? found.map(({ objectId }) => objectId) : [];
  await putRows(live, found, await containerIdsOf(db, podIds));
  return { live, isTruncated: rows.length > MAX_DELETED };
}

/** Reads one deleted object with its last values; a pod with its containers. */
export async function deletedObject(
  db: Kysely<Database>,
  store: MetricStore,
  kind: StateKind,
  objectId: number,
): Promise<LiveState> {
  const { rows } = await sql<PastRow>`
    select ${pastColumns}, object.state from object
    where object.object_id = ${objectId} and object.kind = any(${[...rowKindsOf(kind)]}::text[])`.execute(db);
  const live = await emptyState(
    db,
    rows.map(({ hostId }) => hostId),
  );
  const containerIds = await containerIdsOf(db, kind === 'pod' ? [objectId] : []);
  await putRows(live, rows, containerIds);
  for (const { deletedMs, lastSeenMs } of rows) {
    const atMs = deletedMs ?? lastSeenMs;
    const inPod = [...(containerIds.get(objectId)?.values() ?? [])];
    const scope = sampledKinds.find((sampled) => sampled === kind);
    if (scope !== undefined) await putValues(live, store, scope, [objectId], atMs);
    await putValues(live, store, 'container', inPod, atMs);
  }
  return live;
}
