import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type DatabaseAddress, isUnavailable, openPool } from './connection.ts';
import { migrations } from './migrations/all.ts';

export interface MigrateOptions {
  /** How long to wait for a database that is unavailable or still starting. */
  readonly patienceMs?: number;
  readonly steps?: Readonly<Record<string, Migration>>;
}

/** Any number that nothing else locks. */
const MIGRATION_LOCK = 7_302_561;
const PATIENCE_MS = 60_000;
const RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;

/**
 * Updates the schema and returns the names of the steps that ran. All steps are one transaction: a killed
 * process leaves no changes. Several processes may call this at the same time. On a server the second waits
 * for an advisory lock; the embedded database runs their transactions one after the other. Both then find the
 * work done.
 */
export async function migrateToLatest(
  address: DatabaseAddress,
  { patienceMs = PATIENCE_MS, steps = migrations }: MigrateOptions = {},
): Promise<string[]> {
  const giveUpMs = performance.now() + patienceMs;
  for (let waitMs = RETRY_MS; ; waitMs = Math.min(waitMs * 2, MAX_RETRY_MS)) {
    try {
      return await migrateOnce(address, steps);
    } catch (error) {
      if (!isUnavailable(error) || performance.now() + waitMs > giveUpMs) throw error;
      await delay(waitMs);
    }
  }
}

async function migrateOnce(
  address: DatabaseAddress,
  steps: Readonly<Record<string, Migration>>,
): Promise<string[]> {
  // A separate connection without time limits: waiting for the lock and filling a new column may take long.
  const pool = openPool(address, { poolSize: 1, statementWithinMs: 0, answerWithinMs: 0 });
  try {
    const db = new Kysely<unknown>({ dialect: new LockedDialect({ pool }) });
    return await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx);
      const migrator = new Migrator({ db: trx, provider: { getMigrations: async () => ({ ...steps }) } });
      const { error, results = [] } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
      return results.map((result) => result.migrationName);
    });
  } finally {
    await pool.end();
  }
}

/**
 * Kysely locks for the session. Behind a connection pool in transaction mode, its unlock may reach another session, and the
 * lock then stays. The transaction of the migration has its own lock, so Kysely takes none.
 */
class LockedDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new LockedAdapter();
  }
}

class LockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
