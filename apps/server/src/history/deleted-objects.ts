import type { Database } from '@gwanje/backend/database/schema';
import { type ListKind, type StateKind, sampledKinds } from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Kysely } from 'kysely';
import type { Filter } from '../live/list-types.ts';
import type { LiveState } from '../live/live-state.ts';
import { containerIdsOf, deletedRows, rowsOf } from './past-object-repository.ts';
import { emptyState, putRows } from './past-objects.ts';
import { putValues } from './values.ts';

export const MAX_DELETED = 20_000;

interface Wanted<Kind extends ListKind> {
  readonly kind: Kind;
  readonly hostIds: ReadonlySet<number>;
  readonly filter: Filter<Kind> | undefined;
  /** Objects deleted at or before this time. */
  readonly at: Date;
  /** True: the object exists again. The live state has this before the database. */
  readonly isBack: (objectId: number) => boolean;
}

/**
 * Reads deleted objects with their last state into a separate live state, without metric values.
 * `isTruncated`: there are more, and these are the ones deleted last.
 */
export async function deletedObjects<Kind extends ListKind>(db: Kysely<Database>, wanted: Wanted<Kind>) {
  const { kind, hostIds, isBack } = wanted;
  const rows = await deletedRows(db, wanted, MAX_DELETED + 1);
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
  const rows = await rowsOf(db, kind, objectId);
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
