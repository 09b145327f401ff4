import type { Db } from '@gwanje/backend/database/schema';
import { type RawBuilder, sql } from 'kysely';
import { DROP_AGENT_AFTER_MS } from '../state/cluster-memory.ts';

/** Rows per statement: each is short, and other connections write in between. */
const ROWS = 2000;
/** Older waiting samples are no longer in memory either. */
const WAITING_MS = 3_600_000;
const DAY_MS = 86_400_000;

interface Times {
  readonly now: Date;
  readonly before: Date;
}

/** Independent steps: when one fails, the others still run. */
const steps = {
  waitingSamples: (db: Db, { now }: Times) =>
    repeatDelete(
      db,
      sql`
      delete from waiting_sample where waiting_sample_id in (
        select waiting_sample_id from waiting_sample
        where received_at < ${new Date(now.getTime() - WAITING_MS)} limit ${ROWS})`,
    ),
  /** The last agent with inventory stays, so that its silence is visible after a restart. */
  async agents(db: Db, { now }: Times) {
    const { numAffectedRows = 0n } = await sql`
      delete from agent a where last_batch_at < ${new Date(now.getTime() - DROP_AGENT_AFTER_MS)}
        and (role <> 'cluster' or exists (
          select 1 from agent n where n.host_id = a.host_id and n.role = 'cluster'
            and (n.last_batch_at, n.agent_id) > (a.last_batch_at, a.agent_id)))`.execute(db);
    return Number(numAffectedRows);
  },
  changes: (db: Db, { before }: Times) => deleteChanges(db, before),
  objects: (db: Db, { before }: Times) => deleteObjects(db, before),
  objectsOfDeletedClusters: deleteObjectsOfDeletedClusters,
  events: (db: Db, { before }: Times) =>
    repeatDelete(
      db,
      sql`
      delete from event where event_id in (select event_id from event where last_at < ${before} limit ${ROWS})`,
    ),
  nodeHistory: (db: Db, { before }: Times) =>
    repeatDelete(
      db,
      sql`
      delete from node_history where node_history_id in (
        select node_history_id from node_history h where from_at < ${before} and (to_at is not null
          or not exists (select 1 from cluster c where c.host_id = h.host_id)) limit ${ROWS})`,
    ),
};

export type RetentionStep = keyof typeof steps;
export type DeletedCounts = Readonly<Partial<Record<RetentionStep, number>>>;

/**
 * Deletes history older than `historyDays`. Returns the number of rows by step, without the steps that
 * failed.
 */
export async function deleteOldHistory(
  db: Db,
  historyDays: number,
  now: Date,
  onFailed: (step: RetentionStep, error: unknown) => void,
): Promise<DeletedCounts> {
  const times = { now, before: new Date(now.getTime() - historyDays * DAY_MS) };
  const deleted: Partial<Record<RetentionStep, number>> = {};
  for (const step of Object.keys(steps) as RetentionStep[]) {
    try {
      deleted[step] = await steps[step](db, times);
    } catch (error) {
      onFailed(step, error);
    }
  }
  return deleted;
}

/**
 * Keeps the last change of every object that still exists: it is the state of the object at the start of the
 * history. As many rows stay as there are objects, so they are read page by page.
 */
async function deleteChanges(db: Db, before: Date): Promise<number> {
  let count = 0;
  let after = { at: '-infinity', changeId: '0' };
  for (;;) {
    const { rows } = await sql<{ at: string; changeId: string }>`
      select at::text as at, change_id::text as change_id from object_change
      where at < ${before} and (at, change_id) > (${after.at}::timestamptz, ${after.changeId}::bigint)
      order by at, change_id limit ${ROWS}`.execute(db);
    const last = rows.at(-1);
    if (!last) return count;
    const { numAffectedRows = 0n } = await sql`
      delete from object_change c where change_id = any(${rows.map(({ changeId }) => changeId)}::bigint[])
        and (not exists (
            select 1 from object o
            where o.object_id = c.object_id and (o.deleted_at is null or o.deleted_at >= ${before}))
          or exists (
            select 1 from object_change n
            where n.object_id = c.object_id and n.at <= ${before}
              and (n.at, n.change_id) > (c.at, c.change_id)))`.execute(db);
    count += Number(numAffectedRows);
    after = last;
  }
}

/** By cluster and kind, in the order of the index of deleted objects. */
async function deleteObjects(db: Db, before: Date): Promise<number> {
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
    count += await repeatDelete(
      db,
      sql`
      delete from object where object_id in (
        select object_id from object
        where host_id = ${hostId} and kind = ${kind} and deleted_at < ${before} limit ${ROWS})`,
    );
  return count;
}

/** Finds the clusters by skipping through the index, without reading their objects. */
async function deleteObjectsOfDeletedClusters(db: Db): Promise<number> {
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
    count += await repeatDelete(
      db,
      sql`
      delete from object where object_id in (
        select object_id from object where host_id = ${hostId} limit ${ROWS})`,
    );
  return count;
}

async function repeatDelete(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  let count = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    count += Number(numAffectedRows);
    if (numAffectedRows < ROWS) return count;
  }
}

/**
 * The newest sample time of all clusters. Samples have the agent's time; all other times are from the server
 * clock.
 */
export async function newestSampleMs(db: Db): Promise<number | null> {
  const { rows } = await sql<{ newest: Date | null }>`
    select max(last_sample_at) as newest from cluster_live`.execute(db);
  return rows[0]?.newest?.getTime() ?? null;
}
