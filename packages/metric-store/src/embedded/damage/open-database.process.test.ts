import { copyFileSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { StoreDamage } from '../../interface.ts';
import { metricFolder } from '../../testing/test-store.ts';
import { openDatabase } from './open-database.ts';

const WRITES = 20;
const ROWS = 5000;
const columns = Array.from({ length: 20 }, (_, index) => `value${index}`);

let root = '';
let damages: StoreDamage[] = [];

beforeEach(async () => {
  damages = [];
  root = await metricFolder();
});

function open(dir: string, memoryLimitMb = 256) {
  return openDatabase({ dir, memoryLimitMb, threads: 1 }, (damage) => damages.push(damage));
}

/** Returns a folder with a closed database, and one with the same rows in the log, as after a crash. */
async function written() {
  const [closed, crashed] = [join(root, 'closed'), join(root, 'crashed')];
  const database = await open(closed);
  const connection = await database.connect();
  await connection.run(
    `CREATE TABLE samples (id DOUBLE, ${columns.map((name) => `${name} DOUBLE`).join(', ')})`,
  );
  for (let write = 0; write < WRITES; write++)
    await connection.run(
      `INSERT INTO samples SELECT range, ${columns.map(() => 'random()').join(', ')} FROM range(${ROWS})`,
    );
  cpSync(closed, crashed, { recursive: true });
  connection.closeSync();
  database.closeSync();
  return { closed, crashed };
}

function setAside(dir: string): string[] {
  return readdirSync(dir).filter((name) => name.includes('damaged'));
}

test.each([1, 8])('an intact log that does not fit into %i MB of memory is kept', async (memoryLimitMb) => {
  const { crashed } = await written();
  await expect(open(crashed, memoryLimitMb)).rejects.toThrow('replaying WAL');
  expect(setAside(crashed)).toEqual([]);
  const database = await open(crashed);
  onTestFinished(() => database.closeSync());
  const connection = await database.connect();
  onTestFinished(() => connection.closeSync());
  const counted = await connection.runAndReadAll('SELECT count(*)::DOUBLE FROM samples');
  expect(counted.getRowsJS()).toEqual([[WRITES * ROWS]]);
  expect(damages).toEqual([]);
});

test('an intact log that DuckDB cannot apply for another reason is kept', async () => {
  const { closed, crashed } = await written();
  // The file already has the table that the log creates.
  copyFileSync(join(closed, 'open.duckdb'), join(crashed, 'open.duckdb'));
  for (let attempt = 0; attempt < 2; attempt++) await expect(open(crashed)).rejects.toThrow('replaying WAL');
  expect(setAside(crashed)).toEqual([]);
  expect(damages).toEqual([]);
});
