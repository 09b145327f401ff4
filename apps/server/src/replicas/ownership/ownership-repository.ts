import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

export interface Member {
  readonly replicaId: string;
  readonly url: string;
  /** The name of its machine or pod. */
  readonly machine: string;
  readonly version: string;
  readonly startedMs: number;
  /** False: it did not renew its lease. */
  readonly isLive: boolean;
  /** It should have renewed its lease by now, and may be dead. */
  readonly isLate: boolean;
  readonly isSynced: boolean;
  readonly isLeaving: boolean;
  /** Metric engines for which samples wait on its disk. */
  readonly behindEngines: readonly string[];
}

export interface OwnedRow {
  readonly hostId: number;
  /** Null: the cluster has had no owner yet. */
  readonly replicaId: string | null;
  readonly epoch: number;
  readonly weight: number;
  /** Why its owner cannot work for it; null: it can, or it still tries. */
  readonly failure: ClusterFailure | null;
}

export interface ClusterFailure {
  readonly reason: string;
  readonly sinceMs: number;
}

export interface OwnershipRows {
  readonly members: readonly Member[];
  readonly clusters: readonly OwnedRow[];
}

/** An owner that is paused inside a transaction loses it before its lease ends: its locks must not delay a takeover. */
const FENCED_IDLE = sql`set_config('idle_in_transaction_session_timeout', '5s', true)`;

/** A lease lasts 7 s and is renewed every 2 s, so two renewals are missing. */
const LATE = sql`interval '3 s'`;

/** All members and all clusters with their owners. One statement, so that they belong to the same instant. */
export async function readOwnershipRows(db: Db): Promise<OwnershipRows> {
  const { rows } = await sql<{
    members: Member[] | null;
    clusters: [number, string | null, number, number, string | null, number | null][] | null;
  }>`
    select
      (select json_agg(json_build_object(
        'replicaId', replica_id, 'url', url, 'machine', split_part(process, '/', 1), 'version', version,
        'startedMs', floor(extract(epoch from started_at) * 1000)::bigint,
        'isLive', expires_at > clock_timestamp(), 'isLate', expires_at < clock_timestamp() + ${LATE}, 'isSynced', is_synced, 'isLeaving', is_leaving,
        'behindEngines', behind_engines) order by url)
        from replica) as members,
      (select json_agg(json_build_array(c.host_id, o.replica_id, coalesce(o.epoch, 0), coalesce(o.weight, 0),
        o.failure, floor(extract(epoch from o.failing_since) * 1000)::bigint) order by c.host_id)
        from cluster c left join cluster_owner o using (host_id)) as clusters`.execute(db);
  const { members, clusters } = rows[0] ?? { members: null, clusters: null };
  return {
    members: members ?? [],
    clusters: (clusters ?? []).map(([hostId, replicaId, epoch, weight, reason, sinceMs]) => ({
      hostId,
      replicaId,
      epoch,
      weight,
      failure: reason === null ? null : { reason, sinceMs: sinceMs ?? 0 },
    })),
  };
}

export interface OwnedCluster {
  readonly epoch: number;
  readonly commitNo: number;
}

/**
 * Takes a cluster whose owner is dead. Undefined when another replica was faster or its owner lives again. The
 * lock waits for a transaction in progress of the earlier owner.
 */
export function claimCluster(
  db: Db,
  { hostId, epoch }: Pick<OwnedRow, 'hostId' | 'epoch'>,
  replicaId: string,
): Promise<OwnedCluster | undefined> {
  return db.transaction().execute(async (trx) => {
    if (epoch === 0) {
      // The cluster may have been deleted since it was read.
      const { rows } = await sql<OwnedCluster>`
        insert into cluster_owner (host_id, replica_id)
        select host_id, ${replicaId} from cluster where host_id = ${hostId} for key share
        on conflict do nothing returning epoch, commit_no`.execute(trx);
      return rows[0];
    }
    const { rows: locked } = await sql`
      select from cluster_owner o where host_id = ${hostId} and epoch = ${epoch} and not exists
        (select from replica r where r.replica_id = o.replica_id and r.expires_at > clock_timestamp())
      for update of o`.execute(trx);
    return locked.length > 0 ? changeOwner(trx, hostId, replicaId) : undefined;
  });
}

/** Makes another live replica the owner. False when it has left, or when this one was no longer the owner. */
export function giveCluster(
  db: Db,
  { hostId, epoch }: Pick<OwnedRow, 'hostId' | 'epoch'>,
  from: string,
  to: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows: locked } = await sql`
      select from cluster_owner o where host_id = ${hostId} and epoch = ${epoch} and replica_id = ${from} and exists
        (select from replica r where r.replica_id = ${to} and r.expires_at > clock_timestamp() and not r.is_leaving)
      for update of o`.execute(trx);
    if (locked.length === 0) return false;
    await changeOwner(trx, hostId, to);
    return true;
  });
}

/** The caller has locked the row `for update`: an update alone would not wait for `for key share`. */
async function changeOwner(trx: Db, hostId: number, replicaId: string): Promise<OwnedCluster | undefined> {
  const { rows } = await sql<OwnedCluster>`
    update cluster_owner set replica_id = ${replicaId}, epoch = epoch + 1, since = clock_timestamp()
    where host_id = ${hostId} returning epoch, commit_no`.execute(trx);
  return rows[0];
}

/** The ownership of a cluster that was given to this replica. */
export async function readOwnership(
  db: Db,
  hostId: number,
  replicaId: string,
): Promise<OwnedCluster | undefined> {
  return db
    .selectFrom('clusterOwner')
    .select(['epoch', 'commitNo'])
    .where('hostId', '=', hostId)
    .where('replicaId', '=', replicaId)
    .executeTakeFirst();
}

/** Locks the rows against a change of the owner. Returns the clusters that this replica still owns. */
export async function lockOwned(
  trx: Db,
  epochs: ReadonlyMap<number, number>,
  replicaId: string,
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ hostId: number }>`
    select o.host_id, ${FENCED_IDLE} from cluster_owner o
    join ${given(epochs)} on o.host_id = given.host_id and o.epoch = given.epoch
    where o.replica_id = ${replicaId}
    for key share of o`.execute(trx);
  return new Set(rows.map(({ hostId }) => hostId));
}

/** Counts a commit of each cluster. Returns the numbers of the clusters that this replica still owns. */
export async function countCommits(
  trx: Db,
  epochs: ReadonlyMap<number, number>,
  replicaId: string,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ hostId: number; commitNo: number }>`
    update cluster_owner o set commit_no = o.commit_no + 1 from ${given(epochs)}
    where o.host_id = given.host_id and o.epoch = given.epoch and o.replica_id = ${replicaId}
    returning o.host_id, o.commit_no, ${FENCED_IDLE}`.execute(trx);
  return new Map(rows.map(({ hostId, commitNo }) => [hostId, commitNo]));
}

export async function storeWeights(
  db: Db,
  weights: ReadonlyMap<number, number>,
  replicaId: string,
): Promise<void> {
  await sql`
    update cluster_owner o set weight = w.weight
    from unnest(${[...weights.keys()]}::int[], ${[...weights.values()]}::int[]) as w (host_id, weight)
    where o.host_id = w.host_id and o.replica_id = ${replicaId}`.execute(db);
}

/** Null: the owner works for the cluster. */
export async function storeFailure(
  db: Db,
  hostId: number,
  replicaId: string,
  reason: string | null,
): Promise<void> {
  await sql`
    update cluster_owner set failure = ${reason}::text,
      failing_since = case when ${reason}::text is not null then coalesce(failing_since, clock_timestamp()) end
    where host_id = ${hostId} and replica_id = ${replicaId}`.execute(db);
}

function given(epochs: ReadonlyMap<number, number>) {
  return sql`unnest(${[...epochs.keys()]}::int[], ${[...epochs.values()]}::bigint[]) as given (host_id, epoch)`;
}
