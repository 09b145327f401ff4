import type { StoreDamage } from '../../interface.ts';
import { type Engine, isDamaged } from '../duckdb.ts';
import { createOpenTable } from './open-table-sql.ts';
import type { OpenTable, OpenTables } from './open-tables.ts';

/** Rows per attempt: DuckDB reads whole vectors, and a damaged block has the values of many rows of one column. */
const FEW_ROWS = 2048;

interface RescueParts {
  readonly engine: Engine;
  readonly open: OpenTables;
  /** Runs `work` between two writes. */
  readonly betweenWrites: (work: () => void) => Promise<void>;
  /** Resolves when all current queries have ended. */
  readonly readersGone: () => Promise<void>;
  readonly onDamage: (damage: StoreDamage) => void;
}

/**
 * Replaces tables with damaged blocks by tables with all rows and values that can still be read. Returns how
 * many tables were damaged.
 */
export async function rescueTables(parts: RescueParts): Promise<number> {
  const { engine, open, betweenWrites, onDamage } = parts;
  let rescuedCnt = 0;
  for (const table of open.all()) {
    if (await isReadable(engine, table)) continue;
    await betweenWrites(() => {
      table.sealed = true;
    });
    const lostRows = await rescueTable(parts, table);
    onDamage({ file: `open.duckdb ${table.name}`, lost: 'rows', cnt: lostRows });
    rescuedCnt++;
  }
  return rescuedCnt;
}

/** Returns the number of rows that lost a value. */
async function rescueTable({ engine, open, readersGone }: RescueParts, table: OpenTable): Promise<number> {
  const name = open.newName(table.scope, table.bucketMs);
  await engine.run(createOpenTable(name, table.metrics));
  let [storedRows, lostRows] = [0, 0];
  async function copy(from: number, to: number): Promise<void> {
    const where = `rowid >= ${from} AND rowid < ${to}`;
    const insert = (columns: readonly string[]) =>
      engine.run(`INSERT INTO ${name} SELECT ${columns.join(', ')} FROM ${table.name} WHERE ${where}`);
    try {
      await insert(['id', 'ts', ...table.metrics]);
      storedRows += to - from;
      return;
    } catch (error) {
      if (!isDamaged(error)) throw error;
    }
    if (to - from > FEW_ROWS) {
      const middle = from + Math.ceil((to - from) / 2 / FEW_ROWS) * FEW_ROWS;
      await copy(from, middle);
      await copy(middle, to);
      return;
    }
    lostRows += to - from;
    const columns = ['id', 'ts'];
    for (const metric of table.metrics)
      columns.push((await canSum(engine, table, [metric], where)) ? metric : `'nan'::DOUBLE`);
    if (!(await canSum(engine, table, ['id', 'ts'], where))) return;
    await insert(columns);
    storedRows += to - from;
  }
  try {
    const [[rowCnt] = []] = await engine.rows(`SELECT count(*)::DOUBLE FROM ${table.name}`);
    await copy(0, Number(rowCnt ?? 0));
  } catch (error) {
    // The next start would read the rows of both tables.
    await engine.run(`DROP TABLE ${name}`);
    throw error;
  }
  open.add({ ...table, name, rows: storedRows, sealed: true });
  open.remove(table);
  await readersGone();
  await engine.run(`DROP TABLE ${table.name}`);
  return lostRows;
}

function isReadable(engine: Engine, table: OpenTable): Promise<boolean> {
  return canSum(engine, table, ['id', 'ts', ...table.metrics], 'true');
}

/** A sum reads every value of a column. */
async function canSum(
  engine: Engine,
  { name }: OpenTable,
  columns: readonly string[],
  where: string,
): Promise<boolean> {
  try {
    await engine.rows(
      `SELECT ${columns.map((column) => `sum(${column})::DOUBLE`).join(', ')} FROM ${name} WHERE ${where}`,
    );
    return true;
  } catch (error) {
    if (!isDamaged(error)) throw error;
    return false;
  }
}
