import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';

/** One run of the server, from its start to the last time that it was known to run. */
export interface ServerRun {
  readonly startedMs: number;
  readonly seenMs: number;
}

/** The newest runs are enough to know whether agents had time to reach the server. */
const RUNS = 1000;

export async function loadServerRuns(db: Db): Promise<ServerRun[]> {
  const rows = await db
    .selectFrom('serverRun')
    .select(['startedAt', 'seenAt'])
    .orderBy('serverRunId', 'desc')
    .limit(RUNS)
    .execute();
  return rows.map(({ startedAt, seenAt }) => ({ startedMs: startedAt.getTime(), seenMs: seenAt.getTime() }));
}

export async function insertServerRun(db: Db, now: Date): Promise<number> {
  const { serverRunId } = await db
    .insertInto('serverRun')
    .values({ startedAt: now, seenAt: now })
    .returning('serverRunId')
    .executeTakeFirstOrThrow();
  await sql`delete from server_run where server_run_id <= ${serverRunId - RUNS}`.execute(db);
  return serverRunId;
}

export async function updateServerRun(
  db: Db,
  serverRunId: number,
  seenAt: Date,
  isEvaluating: boolean,
): Promise<void> {
  await db
    .updateTable('serverRun')
    .set({ seenAt, isEvaluating })
    .where('serverRunId', '=', serverRunId)
    .execute();
}

/** Whether every process that was seen after `since` evaluates alarms. */
export async function isEvaluatingEverywhere(db: Db, since: Date): Promise<boolean> {
  const stalled = await db
    .selectFrom('serverRun')
    .select('serverRunId')
    .where('seenAt', '>', since)
    .where('isEvaluating', '=', false)
    .executeTakeFirst();
  return stalled === undefined;
}
