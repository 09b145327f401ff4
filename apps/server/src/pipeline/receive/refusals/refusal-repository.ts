import type { Db } from '@gwanje/backend/database/schema';
import type { RefusalReason } from '@gwanje/contract/agent/batch-refusals';
import { sql } from 'kysely';

export interface RefusalWrite {
  readonly hostId: number;
  readonly reason: RefusalReason;
  readonly cnt: number;
  readonly atMs: number;
  readonly detail: string | null;
}

export function findClustersByKey(db: Db, keys: readonly string[]) {
  return db
    .selectFrom('cluster')
    .select(['hostId', 'claimKey'])
    .where(sql<boolean>`claim_key = any(${keys}::text[])`)
    .execute();
}

/** Adds the counts per cluster and reason. Clusters that were deleted meanwhile are skipped. */
export async function writeRefusals(db: Db, refusals: readonly RefusalWrite[]): Promise<void> {
  if (refusals.length === 0) return;
  const rows = mergeRefusals(refusals);
  await sql`
    insert into refusal (host_id, reason, cnt, last_at, detail)
    select t.host_id, t.reason, t.cnt, to_timestamp(t.at / 1000), t.detail
    from unnest(
      ${rows.map(({ hostId }) => hostId)}::int[],
      ${rows.map(({ reason }) => reason)}::text[],
      ${rows.map(({ cnt }) => cnt)}::int[],
      ${rows.map(({ atMs }) => atMs)}::float8[],
      ${rows.map(({ detail }) => detail)}::text[]
    ) as t (host_id, reason, cnt, at, detail)
    join cluster on cluster.host_id = t.host_id
    order by t.host_id, t.reason
    on conflict (host_id, reason) do update set
      cnt = least(refusal.cnt::bigint + excluded.cnt, 2147483647)::int,
      last_at = greatest(refusal.last_at, excluded.last_at),
      detail = excluded.detail`.execute(db);
}

/** One row per cluster and reason: the counts add up, and the latest detail stays. */
export function mergeRefusals(refusals: Iterable<RefusalWrite>): RefusalWrite[] {
  const merged = new Map<string, RefusalWrite>();
  for (const refusal of refusals) {
    const key = `${refusal.hostId} ${refusal.reason}`;
    const other = merged.get(key);
    const latest = other && other.atMs > refusal.atMs ? other : refusal;
    merged.set(key, { ...latest, cnt: refusal.cnt + (other?.cnt ?? 0) });
  }
  return [...merged.values()];
}
