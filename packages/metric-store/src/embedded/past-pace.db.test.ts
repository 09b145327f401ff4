import { DuckDBInstance } from '@duckdb/node-api';
import { expect, onTestFinished, test } from 'vitest';
import { OpenTables } from './open-tables.ts';
import { PastPace } from './past-pace.ts';

const QUARTER_MS = 900_000;
const START_MS = Date.UTC(2026, 0, 15, 6);

test('while a past is no file yet the log may grow and one thread writes; then all is as it was', async () => {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', checkpoint_threshold: '128MB' });
  onTestFinished(() => instance.closeSync());
  const connection = await instance.connect();
  const pace = await PastPace.open(connection);
  const tables = new OpenTables();
  const settings = async () => {
    const answer = await connection.runAndReadAll(
      `SELECT current_setting('checkpoint_threshold'), current_setting('threads')::INTEGER`,
    );
    return answer.getRowsJS()[0];
  };
  const usual = await settings();

  const nowMs = START_MS + 4 * QUARTER_MS;
  const past = [0, 1, 2].map((quarter) => tables.plan('pod', START_MS + quarter * QUARTER_MS, nowMs).table);
  for (const table of past.slice(0, 2)) tables.add(table);
  await pace.follow(tables, QUARTER_MS, nowMs);
  expect(await settings()).toEqual(usual);

  for (const table of past) tables.add(table);
  await pace.follow(tables, QUARTER_MS, nowMs);
  const [logSize, threads] = (await settings()) ?? [];
  expect(logSize).not.toBe(usual?.[0]);
  expect(threads).toBe(1);

  for (const table of past) tables.remove(table);
  await pace.follow(tables, QUARTER_MS, nowMs);
  expect(await settings()).toEqual(usual);
});
