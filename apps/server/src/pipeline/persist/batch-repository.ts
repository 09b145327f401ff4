import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import type { WaitingWrite } from '../apply/apply-batch.ts';
import type { SampleRows } from '../receive/received-batch.ts';
import type { ClusterMemory, KnownAgent } from '../state/cluster-memory.ts';

export interface AgentWrite {
  readonly hostId: number;
  readonly agent: KnownAgent;
}

export async function writeAgents(db: Db, rows: readonly AgentWrite[]): Promise<void> {
  if (rows.length === 0) return;
  const agents = rows.map((row) => row.agent);
  await sql`
    insert into agent (host_id, agent_id, role, version, version_at, last_seq, recent_batches, last_batch_at,
      clock_skew_ms, problems, is_resync_needed)
    select host_id, agent_id, role, version, to_timestamp(last_batch / 1000), last_seq, recent::json, to_timestamp(last_batch / 1000), skew,
      problems::json, resync
    from unnest(
      ${rows.map(({ hostId }) => hostId)}::int[],
      ${agents.map(({ agentId }) => agentId)}::text[],
      ${agents.map(({ role }) => role)}::text[],
      ${agents.map(({ version }) => version)}::text[],
      ${agents.map(({ lastSeq }) => lastSeq)}::bigint[],
      ${agents.map(({ recentBatches }) => JSON.stringify(recentBatches))}::text[],
      ${agents.map(({ lastBatchAtMs }) => lastBatchAtMs)}::float8[],
      ${agents.map(({ clockSkewMs }) => clockSkewMs)}::float8[],
      ${agents.map(({ problemList }) => JSON.stringify(problemList))}::text[],
      ${agents.map(({ isResyncNeeded }) => isResyncNeeded)}::boolean[]
    ) as t (host_id, agent_id, role, version, last_seq, recent, last_batch, skew, problems, resync)
    on conflict (host_id, agent_id) do update set role = excluded.role, version = excluded.version,
      version_at = case when agent.version = excluded.version then agent.version_at else excluded.version_at end,
      previous_version = case when agent.version = excluded.version then agent.previous_version else agent.version end,
      last_seq = excluded.last_seq, recent_batches = excluded.recent_batches, last_batch_at = excluded.last_batch_at, clock_skew_ms = excluded.clock_skew_ms,
      problems = excluded.problems, is_resync_needed = excluded.is_resync_needed`.execute(db);
}

export async function writeClusters(db: Db, clusters: readonly ClusterMemory[]): Promise<void> {
  if (clusters.length === 0) return;
  await sql`
    insert into cluster_live (host_id, facts, first_batch_at, last_batch_at, last_sample_at, late_from, late_to,
      is_deferring)
    select host_id, facts::json, to_timestamp(first_batch / 1000), to_timestamp(last_batch / 1000),
      to_timestamp(last_sample / 1000), to_timestamp(late_from / 1000), to_timestamp(late_to / 1000), is_deferring
    from unnest(
      ${clusters.map(({ hostId }) => hostId)}::int[],
      ${clusters.map(({ facts }) => JSON.stringify(facts ?? {}))}::text[],
      ${clusters.map(firstBatchMsOf)}::float8[],
      ${clusters.map(({ dataMs }) => dataMs)}::float8[],
      ${clusters.map(({ lastSampleMs }) => lastSampleMs ?? null)}::float8[],
      ${clusters.map(({ late }) => late.remaining?.fromMs ?? null)}::float8[],
      ${clusters.map(({ late }) => late.remaining?.toMs ?? null)}::float8[],
      ${clusters.map(({ deferred }) => deferred.size > 0)}::boolean[]
    ) as t (host_id, facts, first_batch, last_batch, last_sample, late_from, late_to, is_deferring)
    on conflict (host_id) do update set facts = excluded.facts, last_batch_at = excluded.last_batch_at,
      last_sample_at = excluded.last_sample_at, late_from = excluded.late_from, late_to = excluded.late_to,
      is_deferring = excluded.is_deferring`.execute(db);
}

/**
 * Marks the clusters that have deferred changes, together with the first of their objects: a resent batch does not
 * repeat such a change, so the next start has to find it by comparison.
 */
export async function markDeferring(db: Db, clusters: readonly ClusterMemory[]): Promise<void> {
  if (clusters.length === 0) return;
  await sql`
    insert into cluster_live (host_id, first_batch_at, last_batch_at, is_deferring)
    select host_id, to_timestamp(first_batch / 1000), to_timestamp(last_batch / 1000), true
    from unnest(
      ${clusters.map(({ hostId }) => hostId)}::int[],
      ${clusters.map(firstBatchMsOf)}::float8[],
      ${clusters.map(({ dataMs }) => dataMs)}::float8[]
    ) as t (host_id, first_batch, last_batch)
    on conflict (host_id) do update set is_deferring = true`.execute(db);
}

function firstBatchMsOf({ firstBatchMs, dataMs }: ClusterMemory): number {
  return firstBatchMs ?? dataMs;
}

export async function writeWaiting(db: Db, { rowId, hostId, receivedMs, rows }: WaitingWrite): Promise<void> {
  const samples = JSON.stringify(rows.map(plainRows));
  await sql`
    insert into waiting_sample (waiting_sample_id, host_id, received_at, samples) overriding system value
    values (${rowId}, ${hostId}, ${new Date(receivedMs)}, ${samples})`.execute(db);
}

/** NaN becomes null in JSON. */
function plainRows({ scope, tsMs, keys, columns }: SampleRows) {
  const plain = Object.entries(columns).map(([name, values]) => [name, [...values]] as const);
  return { scope, tsMs, keys, columns: Object.fromEntries(plain) };
}

export async function deleteWaiting(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from waiting_sample where waiting_sample_id = any(${ids}::bigint[])`.execute(db);
}
