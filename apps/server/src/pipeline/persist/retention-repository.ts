import type { Db } from '@gwanje/backend/database/schema';
import {
  type AgedTable,
  agedTable,
  deleteInSteps,
  ROWS,
  SHORT_LIVED_SHARE,
} from '@gwanje/backend/retention/aged-table';
import { type RawBuilder, sql } from 'kysely';
import { DROP_AGENT_AFTER_MS } from '../state/cluster-memory.ts';

/** Older waiting samples are no longer in memory either. */
const WAITING_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** The history of a cluster is as new as its last data, also when nothing in it has changed. */
function newestData(at: RawBuilder<Date>, table: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql`coalesce(
    (select max(greatest(last_sample_at, last_batch_at)) from cluster_live), (select max(${at}) from ${table}))`;
}

/** The history of clusters, for `historyDays`. */
export function agedHistoryTables(historyDays: number): readonly AgedTable[] {
  const keepMs = historyDays * DAY_MS;
  return [
    agedTable('waiting_sample', WAITING_MS, { at: sql`received_at`, maxShare: SHORT_LIVED_SHARE }),
    // The last agent with inventory stays, so that its silence is visible after a restart.
    agedTable('agent', DROP_AGENT_AFTER_MS, {
      at: sql`last_batch_at`,
      where: sql`(role <> 'cluster' or exists (
        select 1 from agent newer where newer.host_id = agent.host_id and newer.role = 'cluster'
          and (newer.last_batch_at, newer.agent_id) > (agent.last_batch_at, agent.agent_id)))`,
    }),
    {
      name: 'object_change',
      keepMs,
      newest: newestData(sql`at`, sql`object_change`),
      deleteOldest: (db, before, limit) => deleteReplaced(db, CHANGES, before, limit),
    },
    {
      name: 'object_manifest',
      keepMs,
      newest: newestData(sql`at`, sql`object_manifest`),
      deleteOldest: (db, before, limit) => deleteReplaced(db, MANIFESTS, before, limit),
    },
    {
      name: 'object',
      keepMs,
      newest: newestData(sql`deleted_at`, sql`object`),
      deleteOldest: deleteObjects,
    },
    agedTable('event', keepMs, { at: sql`last_at`, newest: newestData(sql`last_at`, sql`event`) }),
    agedTable('node_history', keepMs, {
      at: sql`from_at`,
      newest: newestData(sql`from_at`, sql`node_history`),
      where: sql`(to_at is not null
        or not exists (select 1 from cluster where cluster.host_id = node_history.host_id))`,
    }),
  ];
}

interface VersionTable {
  readonly table: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
}
const CHANGES: VersionTable = { table: sql`object_change`, id: sql`change_id` };
const MANIFESTS: VersionTable = { table: sql`object_manifest`, id: sql`manifest_id` };

/**
 * Keeps the last change, and the last manifest, of every object that still exists: it is the state of the object at the
 * start of the history. As many rows stay as there are objects, so they are read page by page.
 */
async function deleteReplaced(
  db: Db,
  { table, id }: VersionTable,
  before: Date,
  limit: number,
): Promise<number> {
  let count = 0;
  let after = { at: '-infinity', id: '0' };
  for (;;) {
    const { rows } = await sql<{ at: string; id: string }>`
      select at::text as at, ${id}::text as id from ${table}
      where at < ${before} and (at, ${id}) > (${after.at}::timestamptz, ${after.id}::bigint)
      order by at, ${id} limit ${ROWS}`.execute(db);
    const last = rows.at(-1);
    if (!last || count >= limit) return count;
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ${id} in (
        select c.${id} from ${table} c
        where c.${id} = any(${rows.map((row) => row.id)}::bigint[])
          and (not exists (
              select 1 from object o
              where o.object_id = c.object_id and (o.deleted_at is null or o.deleted_at >= ${before}))
            or exists (
              select 1 from ${table} n
              where n.object_id = c.object_id and n.at <= ${before}
                and (n.at, n.${id}) > (c.at, c.${id})))
        order by c.at, c.${id} limit ${Math.min(ROWS, limit - count)})`.execute(db);
    count += Number(numAffectedRows);
    after = last;
  }
}

/** By cluster and kind, in the order of the index of deleted objects. */
async function deleteObjects(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ hostId: number; kind: string }>`
    with recursive pair as (
      (select host_id, kind from object where deleted_at is not null order by host_id, kind limit 1)
      union all
      select n.host_id, n.kind from pair p cross join lateral (
        select host_id, kind from object
        where deleted_at is not null and (host_id, kind) > (p.host_id, p.kind)
        order by host_id, kind limit 1) n)
    select host_id, kind from pair`.execute(db);
  let count = 0;
  for (const { hostId, kind } of rows)
    count += await deleteInSteps(limit - count, ROWS, async (rowCnt) => {
      const { numAffectedRows = 0n } = await sql`
        delete from object where object_id in (
          select object_id from object
          where host_id = ${hostId} and kind = ${kind} and deleted_at < ${before}
          order by deleted_at limit ${rowCnt})`.execute(db);
      return Number(numAffectedRows);
    });
  return count;
}

/** Finds the clusters by skipping through the index, without reading their objects. */
export async function deleteObjectsOfDeletedClusters(db: Db): Promise<number> {
  const { rows } = await sql<{ hostId: number }>`
    with recursive host as (
      (select host_id from object order by host_id limit 1)
      union all
      select (select min(o.host_id) from object o where o.host_id > h.host_id)
      from host h where h.host_id is not null)
    select host_id from host h
    where host_id is not null and not exists (select 1 from cluster c where c.host_id = h.host_id)`.execute(
    db,
  );
  let count = 0;
  for (const { hostId } of rows)
    count += await deleteInSteps(Number.POSITIVE_INFINITY, ROWS, async (rowCnt) => {
      const { numAffectedRows = 0n } = await sql`
        delete from object where object_id in (
          select object_id from object where host_id = ${hostId} limit ${rowCnt})`.execute(db);
      return Number(numAffectedRows);
    });
  return count;
}
