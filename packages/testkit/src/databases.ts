import { randomUUID } from 'node:crypto';
import { constants, cpSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DatabaseAddress,
  type OpenDatabase,
  openDatabase,
  openPool,
} from '@gwanje/backend/database/connection';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { postgresUrl } from './postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket folder of the PostgreSQL server that all tests of a run share. */
    postgresSocketDir: string;
    /** A data folder of the embedded database, empty but migrated. */
    embeddedTemplate: string;
  }
}

export type DatabaseKind = 'postgres' | 'embedded';

export interface TestDatabase extends OpenDatabase {
  readonly kind: DatabaseKind;
  readonly address: DatabaseAddress;
}

/** A statement that is slow on a busy machine is no failure. The test has its own timeout. */
const PATIENT = { connectWithinMs: 180_000, statementWithinMs: 180_000, answerWithinMs: 180_000 };

export const TEMPLATE_DATABASE = 'gwanje_template';

/**
 * A new database with all migrations applied. A PostgreSQL server copies the files of one in 0.1 s; the embedded
 * database needs a second to start its process. Use the default unless the test is about the database itself.
 */
export function openTestDatabase(kind: DatabaseKind = 'postgres'): Promise<TestDatabase> {
  return kind === 'postgres' ? openOnPostgres() : openEmbedded();
}

/** Runs a suite on a fresh PostgreSQL database; `database()` is open in tests and hooks. */
export function describeWithDatabase(name: string, suite: (database: () => TestDatabase) => void): void {
  describe(name, () => suiteOn('postgres', suite));
}

/** Like `describeWithDatabase`, on each kind of database. Only for suites about the database itself. */
export function describeOnEachDatabase(name: string, suite: (database: () => TestDatabase) => void): void {
  describe.each(['postgres', 'embedded'] as const)(`${name} on %s`, (kind) => suiteOn(kind, suite));
}

function suiteOn(kind: DatabaseKind, suite: (database: () => TestDatabase) => void): void {
  let open: TestDatabase | undefined;
  beforeAll(async () => {
    open = await openTestDatabase(kind);
  });
  afterAll(() => open?.close());
  suite(() => {
    if (!open) throw new Error('the database is open only in tests and hooks');
    return open;
  });
}

async function openOnPostgres(): Promise<TestDatabase> {
  const socketDir = inject('postgresSocketDir');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = { url: postgresUrl(socketDir, 'postgres') };
  await runAsAdmin(admin, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
  const address = { url: postgresUrl(socketDir, name) };
  const database = openDatabase(address, PATIENT);
  return {
    kind: 'postgres',
    address,
    db: database.db,
    async close() {
      await database.close();
      await runAsAdmin(admin, `drop database ${name} with (force)`);
    },
  };
}

async function openEmbedded(): Promise<TestDatabase> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder());
  cpSync(inject('embeddedTemplate'), join(folder.path, 'postgres'), {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
  });
  const { address } = stack.use(await startEmbeddedDatabase(folder.path));
  const database = openDatabase(address, PATIENT);
  stack.defer(() => database.close());
  const opened = stack.move();
  return { kind: 'embedded', address, db: database.db, close: () => opened.disposeAsync() };
}

/** Runs a statement such as `create database`. */
export async function runAsAdmin(address: DatabaseAddress, statement: string): Promise<void> {
  const pool = openPool(address, { poolSize: 1, ...PATIENT });
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}
