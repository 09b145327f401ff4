import { type DatabaseAddress, openPool } from './connection.ts';

/** As a PostgreSQL server does by itself, though not for every few rows: people wait while the embedded one tidies up. */
const FEW_ROWS = 1000;
const DEAD_SHARE = 0.2;
const CHANGED_SHARE = 0.1;
/** A large table may take its time. */
const PATIENCE_MS = 600_000;

interface TableState {
  readonly name: string;
  readonly isLittered: boolean;
  readonly isChanged: boolean;
}

/**
 * Gives the room of deleted rows back to new ones, and lets the planner know how many there are and what they hold. The
 * embedded database has nobody else who does it: without, its files only grow, and a search by name reads a whole cluster.
 * Answers which tables it was.
 */
export async function tidyTables(address: DatabaseAddress): Promise<readonly string[]> {
  const pool = openPool(address, { poolSize: 1, answerWithinMs: PATIENCE_MS });
  try {
    const { rows } = await pool.query<TableState>(
      `select format('%I.%I', schemaname, relname) as name,
        n_dead_tup > $1::float + $2::float * n_live_tup as "isLittered",
        n_mod_since_analyze > $1::float + $3::float * n_live_tup as "isChanged"
      from pg_stat_user_tables order by relname`,
      [FEW_ROWS, DEAD_SHARE, CHANGED_SHARE],
    );
    const tidied: string[] = [];
    for (const { name, isLittered, isChanged } of rows) {
      if (!isLittered && !isChanged) continue;
      await pool.query(isLittered ? `vacuum (analyze) ${name}` : `analyze ${name}`);
      tidied.push(name);
    }
    return tidied;
  } finally {
    await pool.end();
  }
}
