import type { Database } from '@gwanje/backend/database/schema';
import type { RefusalReason } from '@gwanje/contract/agent/refusals';
import { type Kysely, sql } from 'kysely';
import type { ClusterMemory, KnownAgent } from '../apply/cluster-memory.ts';
import type { SampleRows } from '../receive/arrival.ts';

type Db = Kysely<Database>;

export interface AgentWrite {
  readonly hostId: number;
  readonly agent: KnownAgent;
}

export async function writeAgents(db: Db, rows: readonly AgentWrite[]): Promise<void> {
  if (rows.length === 0) return;
  const agents = rows.map((row) => row.agent);
  await sql`
    insert into agent (host_id, agent_id, role, version, last_seq, last_batch_at, clock_skew_ms, problems,
      is_resync_needed)
    select host_id, agent_id, role, version, last_seq, to_timestamp(last_batch / 1000), skew, problems::json, resync
    from unnest(
      ${rows.map(({ hostId }) => hostId)}::int[],
      ${agents.map(({ agentId }) => agentId)}::text[],
      ${agents.map(({ role }) => role)}::text[],
      ${agents.map(({ version }) => version)}::text[],
      ${agents.map(({ lastSeq }) => lastSeq)}::bigint[],
      ${agents.map(({ lastBatchAtMs }) => lastBatchAtMs)}::float8[],
      ${agents.map(({ clockSkewMs }) => clockSkewMs)}::float8[],
      ${agents.map(({ problemList }) => JSON.stringify(problemList))}::text[],
      ${agents.map(({ isResyncNeeded }) => isResyncNeeded)}::boolean[]
    ) as t (host_id, agent_id, role, version, last_seq, last_batch, skew, problems, resync)
    on conflict (host_id, agent_id) do update set role = excluded.role, version = excluded.version,
      last_seq = excluded.last_seq, last_batch_at = excluded.last_batch_at, clock_skew_ms = excluded.clock_skew_ms,
      problems = excluded.problems, is_resync_needed = excluded.is_resync_needed`.execute(db);
}

export async function writeClusters(db: Db, clusters: readonly ClusterMemory[]): Promise<void> {
  if (clusters.length === 0) return;
  await sql`
    insert into cluster_live (host_id, facts, first_batch_at, last_batch_at, last_sample_at, late_from, late_to,
      is_folding)
    select host_id, facts::json, to_timestamp(first_batch / 1000), to_timestamp(last_batch / 1000),
      to_timestamp(last_sample / 1000), to_timestamp(late_from / 1000), to_timestamp(late_to / 1000), is_folding
    from unnest(
      ${clusters.map(({ hostId }) => hostId)}::int[],
      ${clusters.map(({ facts }) => JSON.stringify(facts ?? {}))}::text[],
      ${clusters.map(firstBatchMsOf)}::float8[],
      ${clusters.map(({ dataMs }) => dataMs)}::float8[],
      ${clusters.map(({ lastSampleMs }) => lastSampleMs ?? null)}::float8[],
      ${clusters.map(({ late }) => late.left?.fromMs ?? null)}::float8[],
      ${clusters.map(({ late }) => late.left?.toMs ?? null)}::float8[],
      ${clusters.map(({ folded }) => folded.size > 0)}::boolean[]
    ) as t (host_id, facts, first_batch, last_batch, last_sample, late_from, late_to, is_folding)
    on conflict (host_id) do update set facts = excluded.facts, last_batch_at = excluded.last_batch_at,
      last_sample_at = excluded.last_sample_at, late_from = excluded.late_from, late_to = excluded.late_to,
      is_folding = excluded.is_folding`.execute(db);
}

/**
 * Before an object is written whose change is kept back: once it is, no batch that comes again tells of that change. Whoever
 * starts next compares.
 */
export async function noteFolding(db: Db, clusters: Iterable<ClusterMemory>): Promise<void> {
  const folding = [...clusters].filter(({ folded, isFoldingNoted }) => folded.size > 0 && !isFoldingNoted);
  if (folding.length === 0) return;
  await sql`
    insert into cluster_live (host_id, first_batch_at, last_batch_at, is_folding)
    select host_id, to_timestamp(first_batch / 1000), to_timestamp(last_batch / 1000), true
    from unnest(
      ${folding.map(({ hostId }) => hostId)}::int[],
      ${folding.map(firstBatchMsOf)}::float8[],
      ${folding.map(({ dataMs }) => dataMs)}::float8[]
    ) as t (host_id, first_batch, last_batch)
    on conflict (host_id) do update set is_folding = true`.execute(db);
  for (const cluster of folding) cluster.isFoldingNoted = true;
}

function firstBatchMsOf({ firstBatchMs, dataMs }: ClusterMemory): number {
  return firstBatchMs ?? dataMs;
}

export interface WaitingWrite {
  readonly hostId: number;
  readonly receivedMs: number;
  readonly rows: readonly SampleRows[];
}

/** Answers the ids of the rows, in their order. */
export async function writeWaiting(db: Db, writes: readonly WaitingWrite[]): Promise<number[]> {
  const ids: number[] = [];
  for (const { hostId, receivedMs, rows } of writes) {
    const samples = JSON.stringify(rows.map(plainRows));
    const { waitingSampleId } = await db
      .insertInto('waitingSample')
      .values({ hostId, receivedAt: new Date(receivedMs), samples })
      .returning('waitingSampleId')
      .executeTakeFirstOrThrow();
    ids.push(waitingSampleId);
  }
  return ids;
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

export interface FlagWrite {
  readonly hostId: number;
  readonly reason: RefusalReason;
  readonly cnt: number;
  readonly atMs: number;
  readonly detail: string;
}

/** What was dropped of a batch that was taken: the doctor shows it beside the batches that were refused. */
export async function writeFlags(db: Db, flags: readonly FlagWrite[]): Promise<void> {
  if (flags.length === 0) return;
  await sql`
    insert into refusal (host_id, reason, cnt, last_at, detail)
    select host_id, reason, cnt, to_timestamp(at / 1000), detail
    from unnest(
      ${flags.map(({ hostId }) => hostId)}::int[],
      ${flags.map(({ reason }) => reason)}::text[],
      ${flags.map(({ cnt }) => cnt)}::int[],
      ${flags.map(({ atMs }) => atMs)}::float8[],
      ${flags.map(({ detail }) => detail)}::text[]
    ) as t (host_id, reason, cnt, at, detail)
    on conflict (host_id, reason) do update
      set cnt = least(refusal.cnt::bigint + excluded.cnt, 2147483647)::int, last_at = excluded.last_at,
      detail = excluded.detail`.execute(db);
}
