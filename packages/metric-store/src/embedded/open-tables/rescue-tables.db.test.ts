import { DuckDBInstance, type JS } from '@duckdb/node-api';
import { expect, onTestFinished, test } from 'vitest';
import { Engine } from '../duckdb.ts';
import { OpenTables } from './open-tables.ts';
import { rescueTables } from './rescue-tables.ts';

/** Every table is damaged, and the disk is full. */
class FailingEngine extends Engine {
  override async run(sql: string): Promise<void> {
    if (sql.startsWith('INSERT')) throw new Error('No space left on device');
    await super.run(sql);
  }

  override async rows(sql: string): Promise<JS[][]> {
    if (sql.includes('sum(')) throw new Error('Corrupt database file');
    return super.rows(sql);
  }
}

test('a rescue that fails leaves only the damaged table', async () => {
  const engine = new FailingEngine(await DuckDBInstance.create(':memory:'));
  onTestFinished(() => engine.close());
  const open = new OpenTables();
  const { table, sql } = open.plan('pod', 0, 0);
  await engine.run(sql);
  open.add(table);
  const rescue = rescueTables({
    engine,
    open,
    betweenWrites: async (work) => work(),
    readersGone: async () => {},
    onDamage: () => {},
  });
  await expect(rescue).rejects.toThrow('No space left');
  expect(await engine.rows('SELECT table_name FROM duckdb_tables()')).toEqual([[table.name]]);
  expect(open.all()).toEqual([table]);
});
