import type { Database } from '@gwanje/backend/database/schema';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { FORGET_AGENT_MS } from './cluster-memory.ts';

type Db = Kysely<Database>;

/** Rows of one statement: others write between two. */
const ROWS = 2000;
/** Samples that wait longer than this belong to no memory any more. */
const WAITING_MS = 3_600_000;
const DAY_MS = 86_400_000;

export interface Forgotten {
  readonly objects: number;
  readonly changes: number;
  readonly events: number;
  readonly nodeHistory: number;
}

/** Lets go of what is older than `historyDays`, in small steps. */
export async function forgetOld(db: Db, historyDays: number, now: Date): Promise<Forgotten> {
  const before = new Date(now.getTime() - historyDays * DAY_MS);
  await sql`delete from waiting_sample where received_at < ${new Date(now.getTime() - WAITING_MS)}`.execute(
    db,
  );
  // The last that brought inventory stays: that it is silent is to be seen after a restart too.
  await sql`
    delete from agent a where last_batch_at < ${new Date(now.getTime() - FORGET_AGENT_MS)}
      and (role <> 'cluster' or exists (
        select 1 from agent n where n.host_id = a.host_id and n.role = 'cluster'
          and (n.last_batch_at, n.agent_id) > (a.last_batch_at, a.agent_id)))`.execute(db);
  // Changes of what is gone go with it; of what still is, the last one before is the state it was in.
  const changes =
    (await inSteps(
      db,
      sql`
      delete from object_change where change_id in (
        select c.change_id from object_change c join object o using (object_id)
        where c.at < ${before} and o.deleted_at < ${before} order by c.at limit ${ROWS})`,
    )) +
    (await inSteps(
      db,
      sql`
      delete from object_change where change_id in (
        select c.change_id from object_change c
        where c.at < ${before} and exists (
          select 1 from object_change n
          where n.object_id = c.object_id and n.at <= ${before} and (n.at, n.change_id) > (c.at, c.change_id))
        order by c.at limit ${ROWS})`,
    )) +
    (await inSteps(
      db,
      sql`
      delete from object_change where change_id in (
        select c.change_id from object_change c
        where c.at < ${before} and not exists (select 1 from object o where o.object_id = c.object_id)
        order by c.at limit ${ROWS})`,
    ));
  const objects =
    (await inSteps(
      db,
      sql`
      delete from object where object_id in (
        select object_id from object where deleted_at < ${before} limit ${ROWS})`,
    )) +
    (await inSteps(
      db,
      sql`
      delete from object where object_id in (
        select object_id from object o
        where not exists (select 1 from cluster c where c.host_id = o.host_id) limit ${ROWS})`,
    ));
  const events = await inSteps(
    db,
    sql`
    delete from event where event_id in (select event_id from event where last_at < ${before} limit ${ROWS})`,
  );
  const nodeHistory = await inSteps(
    db,
    sql`
    delete from node_history where node_history_id in (
      select node_history_id from node_history h where from_at < ${before} and (to_at is not null
        or not exists (select 1 from cluster c where c.host_id = h.host_id)) limit ${ROWS})`,
  );
  return { objects, changes, events, nodeHistory };
}

async function inSteps(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  let count = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    count += Number(numAffectedRows);
    if (numAffectedRows < ROWS) return count;
  }
}
