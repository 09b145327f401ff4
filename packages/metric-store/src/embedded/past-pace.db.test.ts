import { DuckDBInstance } from '@duckdb/node-api';
import { expect, onTestFinished, test } from 'vitest';
import { OpenTables } from './open-tables.ts';
import { PastPace } from './past-pace.ts';

const QUARTER_MS = 900_000;
const START_MS = Date.UTC(2026, 0, 15, 6);

test('while a past is no file yet log and memory may grow and one thread writes; then all is as it was', async () => {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '2',
    checkpoint_threshold: '128MB',
    memory_limit: '64MB',
  });
  onTestFinished(() => instance.closeSync());
  const connection = await instance.connect();
  const pace = await PastPace.open(connection, 64);
  const tables = new OpenTables();
  const settings = async () => {
    const answer = await connection.runAndReadAll(
      `SELECT current_setting('checkpoint_threshold'), current_setting('threads')::INTEGER, current_setting('memory_limit')`,
    );
    const [log, threads, memory] = answer.getRowsJS()[0] ?? [];
    return { log, threads, memory };
  };
  const opened = await settings();

  const nowMs = START_MS + 4 * QUARTER_MS;
  const past = [0, 1, 2].map((quarter) => tables.plan('pod', START_MS + quarter * QUARTER_MS, nowMs).table);
  for (const table of past.slice(0, 2)) tables.add(table);
  await pace.follow(tables, QUARTER_MS, nowMs);
  const usual = await settings();
  expect(usual).toEqual({ ...opened, memory: '30.5 MiB' });

  for (const table of past) tables.add(table);
  await pace.follow(tables, QUARTER_MS, nowMs);
  expect(await settings()).toEqual({ log: '488.2 MiB', threads: 1, memory: opened.memory });

  for (const table of past) tables.remove(table);
  await pace.follow(tables, QUARTER_MS, nowMs);
  expect(await settings()).toEqual(usual);
});

test('DuckDB that holds more than its usual memory keeps what it has, and gives it back later', async () => {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '64MB', temp_directory: '' });
  onTestFinished(() => instance.closeSync());
  const connection = await instance.connect();
  const hold = () => connection.run('CREATE TABLE held AS SELECT random() AS value FROM range(5000000)');
  await hold();
  const pace = await PastPace.open(connection, 64);
  await pace.follow(new OpenTables(), QUARTER_MS, START_MS);
  await connection.run('CREATE TABLE more AS SELECT 1 AS value');

  await connection.run('DROP TABLE held');
  await pace.follow(new OpenTables(), QUARTER_MS, START_MS);
  await expect(hold()).rejects.toThrow(/Out of Memory/);
});
