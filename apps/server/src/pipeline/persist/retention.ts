import type { Database } from '@gwanje/backend/database/schema';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { FORGET_AGENT_MS } from '../apply/cluster-memory.ts';

type Db = Kysely<Database>;

/** Rows of one statement: others write between two, and none of them takes long. */
const ROWS = 2000;
/** Samples that wait longer than this belong to no memory any more. */
const WAITING_MS = 3_600_000;
const DAY_MS = 86_400_000;

interface Times {
  readonly now: Date;
  readonly before: Date;
}

/** Each is for itself: one that fails keeps none of the others from their work. */
const steps = {
  waitingSamples: (db: Db, { now }: Times) =>
    inSteps(
      db,
      sql`
      delete from waiting_sample where waiting_sample_id in (
        select waiting_sample_id from waiting_sample
        where received_at < ${new Date(now.getTime() - WAITING_MS)} limit ${ROWS})`,
    ),
  /** The last that brought inventory stays: that it is silent is to be seen after a restart too. */
  async agents(db: Db, { now }: Times) {
    const { numAffectedRows = 0n } = await sql`
      delete from agent a where last_batch_at < ${new Date(now.getTime() - FORGET_AGENT_MS)}
        and (role <> 'cluster' or exists (
          select 1 from agent n where n.host_id = a.host_id and n.role = 'cluster'
            and (n.last_batch_at, n.agent_id) > (a.last_batch_at, a.agent_id)))`.execute(db);
    return Number(numAffectedRows);
  },
  changes: (db: Db, { before }: Times) => forgetChanges(db, before),
  objects: (db: Db, { before }: Times) => forgetObjects(db, before),
  objectsOfGoneHosts: forgetGoneHosts,
  events: (db: Db, { before }: Times) =>
    inSteps(
      db,
      sql`
      delete from event where event_id in (select event_id from event where last_at < ${before} limit ${ROWS})`,
    ),
  nodeHistory: (db: Db, { before }: Times) =>
    inSteps(
      db,
      sql`
      delete from node_history where node_history_id in (
        select node_history_id from node_history h where from_at < ${before} and (to_at is not null
          or not exists (select 1 from cluster c where c.host_id = h.host_id)) limit ${ROWS})`,
    ),
};

export type RetentionStep = keyof typeof steps;
export type Forgotten = Readonly<Partial<Record<RetentionStep, number>>>;

/** Lets go of what is older than `historyDays`, in small steps. Answers how many rows; of a step that failed nothing. */
export async function forgetOld(
  db: Db,
  historyDays: number,
  now: Date,
  onFailed: (step: RetentionStep, error: unknown) => void,
): Promise<Forgotten> {
  const times = { now, before: new Date(now.getTime() - historyDays * DAY_MS) };
  const forgotten: Partial<Record<RetentionStep, number>> = {};
  for (const step of Object.keys(steps) as RetentionStep[]) {
    try {
      forgotten[step] = await steps[step](db, times);
    } catch (error) {
      onFailed(step, error);
    }
  }
  return forgotten;
}

/**
 * Changes of what is gone go with it; of what still is, the last one before is the state it was in. What stays is as much
 * as there are objects, so it is looked at page by page.
 */
async function forgetChanges(db: Db, before: Date): Promise<number> {
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

/** By host and kind, as the index of what is gone has them. */
async function forgetObjects(db: Db, before: Date): Promise<number> {
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
    count += await inSteps(
      db,
      sql`
      delete from object where object_id in (
        select object_id from object
        where host_id = ${hostId} and kind = ${kind} and deleted_at < ${before} limit ${ROWS})`,
    );
  return count;
}

/** Hosts are found by leaps through an index; the objects of those that are there are not looked at. */
async function forgetGoneHosts(db: Db): Promise<number> {
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
    count += await inSteps(
      db,
      sql`
      delete from object where object_id in (
        select object_id from object where host_id = ${hostId} limit ${ROWS})`,
    );
  return count;
}

async function inSteps(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  let count = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    count += Number(numAffectedRows);
    if (numAffectedRows < ROWS) return count;
  }
}
