import { join } from 'node:path';
import { migrateToLatest } from '@gwanje/backend/database/migrate';
import type { TestProject } from 'vitest/node';
import { runAsAdmin, TEMPLATE_DATABASE } from './databases.ts';
import { prepareEmbeddedTemplate } from './embedded-template.ts';
import { CARELESS_FLAGS, startPostgres } from './postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Prepares the databases for tests: one PostgreSQL server for the run, and an embedded database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder());
  const postgres = stack.use(await startPostgres(folder.path, CARELESS_FLAGS));
  const embeddedTemplate = await prepareEmbeddedTemplate();
  await runAsAdmin(postgres.address, `create database ${TEMPLATE_DATABASE}`);
  await migrateToLatest(postgres.addressOf(TEMPLATE_DATABASE));
  project.provide('postgresSocketDir', join(folder.path, 'socket'));
  project.provide('embeddedTemplate', embeddedTemplate);
  const running = stack.move();
  return () => running.disposeAsync();
}
