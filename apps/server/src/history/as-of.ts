import type { Database } from '@gwanje/backend/database/schema';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Kind as AnyKind } from '@gwanje/kinds/definition/kind';
import { type KindKey, kinds, type ListKind, type SampledKind, sampledKinds } from '@gwanje/kinds/registry';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { Kysely } from 'kysely';
import type { Filter } from '../live/list-types.ts';
import type { LiveState } from '../live/live-state.ts';
import {
  type ContainerIds,
  containerIdsOf,
  listContacts,
  type PastRow,
  rowConditions,
  rowKindsOf,
  rowsAt,
} from './past-object-repository.ts';
import { emptyState, putRows } from './past-objects.ts';
import { lately, newestMs, putValues } from './values.ts';

type Db = Kysely<Database>;

export const MAX_OBJECTS = 50_000;
/** When a list needs the values of all objects, the server reads at most this many. */
export const MAX_VALUED = 20_000;

/** Returns the kind that the usage of `kind` is measured on; null when its usage is not measured. */
function scopeOf(kind: ListKind): SampledKind | null {
  const { measuredOn = kind }: AnyKind = kinds[kind];
  return sampledKinds.find((scope) => scope === measuredOn) ?? null;
}

export interface Question<Kind extends ListKind = ListKind> {
  readonly kind: Kind;
  readonly hostIds: ReadonlySet<number>;
  readonly atMs: number;
  readonly filter?: Filter<Kind> | undefined;
}

/** Parses the time of a request about the past. Refuses a time in the future. */
export function pastMs(at: string, now: Date): number {
  const atMs = Date.parse(at);
  if (atMs > now.getTime()) throw new AppError('invalidParameter', { field: 'at', reason: 'future' });
  if (atMs < 0) throw new AppError('invalidParameter', { field: 'at', reason: 'tooEarly' });
  return atMs;
}

/** The objects of one request as they were at one instant. */
export class Past {
  readonly live: LiveState;
  readonly atMs: number;
  /** More objects matched than the server reads. */
  readonly isTruncated: boolean;
  readonly #store: MetricStore;
  readonly #ids: ReadonlyMap<SampledKind, readonly number[]>;
  readonly #valued = new Set<number>();

  constructor(
    live: LiveState,
    atMs: number,
    isTruncated: boolean,
    store: MetricStore,
    ids: ReadonlyMap<SampledKind, readonly number[]>,
  ) {
    this.live = live;
    this.atMs = atMs;
    this.isTruncated = isTruncated;
    this.#store = store;
    this.#ids = ids;
  }

  /** Reads the values of some objects; of all objects of the other kind if `kind` is measured on one. */
  async putValuesOf(kind: ListKind, ids: readonly number[]): Promise<void> {
    const scope = scopeOf(kind);
    if (scope === kind) await this.#put(scope, ids);
    else await this.putAllValues(kind);
  }

  /** Reads the values of all objects, up to `MAX_VALUED`. Returns whether this included every object. */
  async putAllValues(kind: ListKind): Promise<boolean> {
    const scope = scopeOf(kind);
    if (scope === null) return true;
    const ids = this.#ids.get(scope) ?? [];
    await this.#put(scope, ids.slice(0, MAX_VALUED));
    return ids.length <= MAX_VALUED;
  }

  async #put(scope: SampledKind, ids: readonly number[]): Promise<void> {
    const wanted = ids.filter((id) => !this.#valued.has(id));
    await putValues(this.live, this.#store, scope, wanted, this.atMs);
    for (const id of wanted) this.#valued.add(id);
  }
}

export async function readPast<Kind extends ListKind>(
  db: Db,
  store: MetricStore,
  question: Question<Kind>,
): Promise<Past> {
  const { kind, hostIds, atMs, filter } = question;
  const hosts = [...hostIds];
  const own = await rowsAt(db, rowKindsOf(kind), hosts, atMs, MAX_OBJECTS, rowConditions(kind, filter));
  const room = MAX_OBJECTS - own.rows.length;
  const reads: readonly KindKey[] = kinds[kind].reads;
  const others = await rowsAt(db, reads.flatMap(rowKindsOf), hosts, atMs, room, []);
  const rows = [...own.rows, ...others.rows];
  const podIds = kind === 'container' ? own.rows.map(({ objectId }) => objectId) : [];
  const containerIds = await containerIdsOf(db, podIds);
  const live = await emptyState(db, hosts);
  await hearClusters(db, store, live, hosts, atMs);
  await putRows(live, rows, containerIds);
  return new Past(live, atMs, own.isTruncated || others.isTruncated, store, idsByScope(rows, containerIds));
}

function idsByScope(
  rows: readonly PastRow[],
  containerIds: ContainerIds,
): ReadonlyMap<SampledKind, readonly number[]> {
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const containers = [...containerIds.values()].flatMap((ofPod) => [...ofPod.values()]);
  return new Map(
    sampledKinds.map((scope) => [
      scope,
      scope === 'container' ? containers : (byKind.get(scope) ?? []).map(({ objectId }) => objectId),
    ]),
  );
}

/**
 * Sets when each cluster had last sent data at `atMs`, from the sums stored with its samples. A cluster
 * without samples has no such time: it counts as sending from its first batch to its last.
 */
async function hearClusters(
  db: Db,
  store: MetricStore,
  live: LiveState,
  hostIds: readonly number[],
  atMs: number,
): Promise<void> {
  const known = await listContacts(db, hostIds);
  const answer =
    known.length > 0
      ? await store.series({
          scope: 'cluster',
          ids: known.map(({ hostId }) => hostId),
          metrics: ['podCnt'],
          ...lately(atMs),
        })
      : null;
  for (const { hostId, firstBatchAt, lastBatchAt, lastSampleAt } of known) {
    if (!live.hasCluster(hostId) || firstBatchAt.getTime() > atMs) continue;
    const series = answer?.series.filter(({ id }) => id === hostId) ?? [];
    const sampledMs = answer ? newestMs(series, answer, atMs) : null;
    const isAfterAll = lastBatchAt.getTime() <= atMs || lastSampleAt === null;
    const contactMs = sampledMs ?? (isAfterAll ? Math.min(atMs, lastBatchAt.getTime()) : null);
    if (contactMs !== null) live.recordContact(hostId, { atMs: contactMs });
  }
}
