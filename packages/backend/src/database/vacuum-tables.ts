import { type DatabaseAddress, openPool } from './connection.ts';

/**
 * Like PostgreSQL's autovacuum, but not for a few rows: requests wait while the embedded database vacuums.
 */
const FEW_ROWS = 1000;
const DEAD_SHARE = 0.2;
const CHANGED_SHARE = 0.1;
/** A large table takes minutes. */
const ANSWER_WITHIN_MS = 600_000;

interface TableState {
  readonly name: string;
  readonly hasDeadRows: boolean;
  readonly isChanged: boolean;
}

/**
 * Frees the space of deleted rows and updates the planner's statistics. The embedded database has no
 * autovacuum: without this its files only grow, and a search by name reads a whole cluster. Returns the
 * vacuumed tables.
 */
export async function vacuumTables(address: DatabaseAddress): Promise<readonly string[]> {
  const pool = openPool(address, { poolSize: 1, answerWithinMs: ANSWER_WITHIN_MS });
  try {
    const { rows } = await pool.query<TableState>(
      `select format('%I.%I', schemaname, relname) as name,
        n_dead_tup > $1::float + $2::float * n_live_tup as "hasDeadRows",
        n_mod_since_analyze > $1::float + $3::float * n_live_tup as "isChanged"
      from pg_stat_user_tables order by relname`,
      [FEW_ROWS, DEAD_SHARE, CHANGED_SHARE],
    );
    const vacuumed: string[] = [];
    for (const { name, hasDeadRows, isChanged } of rows) {
      if (!hasDeadRows && !isChanged) continue;
      await pool.query(hasDeadRows ? `vacuum (analyze) ${name}` : `analyze ${name}`);
      vacuumed.push(name);
    }
    return vacuumed;
  } finally {
    await pool.end();
  }
}
