import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openPool } from '@gwanje/backend/database/connection';
import { migrateToLatest } from '@gwanje/backend/database/migrate';
import type { TestProject } from 'vitest/node';
import { TEMPLATE_DATABASE } from './databases.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { CARELESS_FLAGS, startPostgres } from './postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');

/** What every test on a database starts from: one real PostgreSQL for the run, and an embedded database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder());
  const postgres = stack.use(await startPostgres(folder.path, CARELESS_FLAGS));
  const embeddedTemplate = await prepareEmbeddedTemplate();
  const pool = openPool(postgres.address);
  await pool.query(`create database ${TEMPLATE_DATABASE}`);
  await pool.end();
  await migrateToLatest(postgres.addressOf(TEMPLATE_DATABASE));
  project.provide('postgresSocketDir', join(folder.path, 'socket'));
  project.provide('embeddedTemplate', embeddedTemplate);
  const running = stack.move();
  return () => running.disposeAsync();
}

/** Creating it takes seconds, so it is kept between runs under a name made of all that it depends on. */
async function prepareEmbeddedTemplate(): Promise<string> {
  const cache = join(root, 'node_modules/.cache/gwanje');
  const kept = join(cache, `embedded-${templateHash()}`);
  if (existsSync(kept)) return kept;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-'));
  try {
    await using database = await startEmbeddedDatabase(draft);
    await migrateToLatest(database.address);
    await database.stop();
    // Another run may have been faster.
    if (!existsSync(kept)) renameSync(join(draft, 'postgres'), kept);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return kept;
}

function templateHash(): string {
  const hash = createHash('sha256');
  const sources = [
    ...globSync('packages/backend/src/database/migrations/*.ts', { cwd: root }),
    ...globSync('apps/database/src/*.ts', { cwd: root }),
    'node_modules/@electric-sql/pglite/package.json',
  ];
  for (const path of sources.sort()) hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 16);
}
