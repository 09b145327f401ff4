import type { LeaseRow } from '@gwanje/backend/database/lease';
import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

export interface ReplicaState {
  readonly replicaId: string;
  readonly url: string;
  readonly version: string;
  readonly isSynced: boolean;
  readonly isLeaving: boolean;
  /** Metric engines for which samples wait on the disk of this replica. */
  readonly behindEngines: readonly string[];
}

/** Dead replicas stay visible for this long. */
const SHOW_DEAD = sql`interval '10 minutes'`;

/** The lease of a replica is its row in the table `replica`. One live replica has an address. */
export function replicaRow(db: Db, state: ReplicaState): LeaseRow {
  return {
    name: 'replica',
    async request(holder, leaseMs) {
      const { replicaId, url, version, isSynced, isLeaving, behindEngines } = state;
      const end = sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1000}::float8)`;
      // A row that expires later than any new one was written before the clock was set back.
      const { rows } = await sql`
        with old as (delete from replica where expires_at < clock_timestamp() - ${SHOW_DEAD} and url <> ${url}),
        shortened as (update replica set expires_at = ${end} where expires_at > ${end} and url <> ${url})
        insert into replica (replica_id, url, version, process, is_synced, is_leaving, behind_engines, expires_at)
        values (${replicaId}, ${url}, ${version}, ${holder}, ${isSynced}, ${isLeaving},
          ${behindEngines}::text[], ${end})
        on conflict (url) do update set
          replica_id = excluded.replica_id, version = excluded.version, process = excluded.process,
          is_synced = excluded.is_synced, is_leaving = excluded.is_leaving, behind_engines = excluded.behind_engines,
          expires_at = excluded.expires_at,
          started_at = case when replica.replica_id = excluded.replica_id then replica.started_at
            else clock_timestamp() end
        where replica.replica_id = excluded.replica_id or replica.expires_at <= clock_timestamp()
          or replica.expires_at > ${end}
        returning replica_id`.execute(db);
      return rows.length > 0;
    },
    async holder() {
      const row = await db
        .selectFrom('replica')
        .select('process')
        .where('url', '=', state.url)
        .executeTakeFirst();
      return row?.process;
    },
    async remove(holder) {
      await db.deleteFrom('replica').where('url', '=', state.url).where('process', '=', holder).execute();
    },
  };
}

export async function listLiveReplicaUrls(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ url: string }>`
    select url from replica where expires_at > clock_timestamp() order by url`.execute(db);
  return rows.map(({ url }) => url);
}

/** Ends the ownership of all replicas: the transactions of one that still runs fail. */
export async function forgetOwners(db: Db): Promise<void> {
  await sql`delete from cluster_owner`.execute(db);
}
