import type { Db } from '@gwanje/backend/database/schema';
import { sql } from 'kysely';
import { z } from 'zod';

const TABLES_SHOWN = 8;

export async function databaseFigures(db: Db) {
  const startMs = performance.now();
  const about = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(
    db,
  );
  const answerMs = performance.now() - startMs;
  const tables = await sql<{ name: string; bytes: number; rowCnt: number | null }>`
    select relname as name, pg_total_relation_size(oid) as bytes, nullif(reltuples, -1)::bigint as row_cnt
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by 2 desc limit ${TABLES_SHOWN}`.execute(db);
  const [row] = about.rows;
  return { version: row?.version ?? '', bytes: row?.bytes ?? 0, answerMs, tableList: tables.rows };
}

export async function countClusters(db: Db, staleBefore: Date) {
  const { rows } = await sql<{ clusterCnt: number; staleClusterCnt: number; silentClusterCnt: number }>`
    select count(*) as cluster_cnt,
      count(*) filter (where l.last_batch_at < ${staleBefore}) as stale_cluster_cnt,
      count(*) filter (where l.host_id is null) as silent_cluster_cnt
    from cluster c left join cluster_live l using (host_id)`.execute(db);
  return rows[0] ?? { clusterCnt: 0, staleClusterCnt: 0, silentClusterCnt: 0 };
}

/** Including folded alarms. Alarms of a deleted cluster are not shown. */
export async function countOpenAlarms(db: Db): Promise<number> {
  const { rows } = await sql<{ cnt: number }>`
    select count(*) as cnt from alarm join cluster using (host_id) where confirm_level in (1, 2, 3)`.execute(
    db,
  );
  return rows[0]?.cnt ?? 0;
}

/** Most frequent first. A version other than this release's is outdated or newer. */
export async function agentVersions(db: Db, version: string) {
  const rows = await db
    .selectFrom('agent')
    .select(['role', 'version'])
    .select((eb) => eb.fn.countAll<number>().as('agentCnt'))
    .groupBy(['role', 'version'])
    .orderBy('agentCnt', 'desc')
    .orderBy('version')
    .limit(50)
    .execute();
  return rows.map((row) => ({ ...row, isOutdated: row.version !== version }));
}

export async function countDeliveries(db: Db, since: Date) {
  const row = await db
    .selectFrom('outbox')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waitingCnt'),
      eb.fn.countAll<number>().filterWhere('state', '=', 'failed').as('failedCnt'),
      eb.fn.countAll<number>().filterWhere('deliveredAt', '>=', since).as('deliveredDayCnt'),
      eb.fn.min('createdAt').filterWhere('state', '=', 'waiting').as('oldestWaitingAt'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...row,
    oldestWaitingAt: row.oldestWaitingAt ? new Date(row.oldestWaitingAt).toISOString() : null,
  };
}

export async function noteTime(db: Db, key: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('installationNote')
    .select('updatedAt')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.updatedAt;
}

export function namesOfClusters(db: Db, hostIds: readonly number[]) {
  return db
    .selectFrom('cluster')
    .select(['hostId', 'name'])
    .where('hostId', 'in', hostIds)
    .orderBy('name')
    .execute();
}

/** Facts that the installation stores about itself, by key. */
const Notes = z.object({
  lastBackup: z.object({
    at: z.iso.datetime(),
    bytes: z.number(),
    durationMs: z.number(),
    samples: z.enum(['embedded', 'outside']),
  }),
  lastRestore: z.object({ backupAt: z.iso.datetime() }),
});
export type Notes = z.infer<typeof Notes>;

export async function writeInstallationNote<Key extends keyof Notes>(
  db: Db,
  key: Key,
  value: Notes[Key],
  now: Date,
): Promise<void> {
  const row = { value: JSON.stringify(value), updatedAt: now };
  await db
    .insertInto('installationNote')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

export async function readNotes(db: Db): Promise<{ readonly [Key in keyof Notes]?: Notes[Key] | undefined }> {
  const rows = await db.selectFrom('installationNote').select(['key', 'value']).execute();
  return Notes.partial().parse(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
}
