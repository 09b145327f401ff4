import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { openDatabase, openPool } from '@gwanje/backend/database/connection';
import { socketPathIn } from '@gwanje/backend/database/embedded-address';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@gwanje/testkit/embedded-database';
import { TestProcess } from '@gwanje/testkit/processes';
import { type TemporaryFolder, temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

const ENTRY = join(import.meta.dirname, 'main.ts');
const LONG_TIMEOUTS = { connectWithinMs: 50_000, answerWithinMs: 50_000 };

function copyTemplate(folder: string): void {
  cpSync(inject('embeddedTemplate'), join(folder, 'postgres'), { recursive: true });
}

async function startAndFail(dataDir: string): Promise<{ code: number | null; output: string }> {
  await using failing = new TestProcess(ENTRY, { env: { GWANJE_DATA_DIR: dataDir } });
  const { code } = await failing.exited;
  return { code, output: failing.lines.join('\n') };
}

describe('the embedded database with many clients', () => {
  let folder: TemporaryFolder;
  let database: EmbeddedDatabase;
  beforeAll(async () => {
    folder = temporaryFolder();
    copyTemplate(folder.path);
    database = await startEmbeddedDatabase(folder.path);
  });
  afterAll(async () => {
    await database.stop();
    folder[Symbol.dispose]();
  });

  it('gives each of 100 connections its own results while others run transactions and fail', async () => {
    const pool = openPool(database.address, { poolSize: 100, ...LONG_TIMEOUTS });
    const clients = await Promise.all(Array.from({ length: 100 }, () => pool.connect()));
    async function use(client: (typeof clients)[number], number: number): Promise<void> {
      for (let round = 0; round < 3; round++) {
        const value = `${number}-${round}`;
        const isTransaction = number % 4 === 0;
        if (isTransaction) await client.query('begin');
        if (number % 4 === 1) {
          await expect(client.query('select $1::int / 0', [number])).rejects.toMatchObject({ code: '22012' });
        } else {
          const { rows } = await client.query(`select $1::text as a${number}`, [value]);
          expect(rows).toEqual([{ [`a${number}`]: value }]);
        }
        if (isTransaction) await client.query(number % 8 === 0 ? 'commit' : 'rollback');
      }
    }
    try {
      await Promise.all(clients.map(use));
    } finally {
      for (const client of clients) client.release();
      await pool.end();
    }
  });

  it('does not mix the messages of two queries that arrive in several chunks', async () => {
    const pool = openPool(database.address, { poolSize: 2, ...LONG_TIMEOUTS });
    const large = 'x'.repeat(3_000_000);
    try {
      const lengthOf = (text: string) => pool.query('select length($1::text) as length', [text]);
      const answers = await Promise.all([large, 'small', large, 'small'].map(lengthOf));
      expect(answers.map((answer) => answer.rows[0].length)).toEqual([3_000_000, 5, 3_000_000, 5]);
    } finally {
      await pool.end();
    }
  });

  const latin = (text: string) => Buffer.from(text, 'latin1');
  const parse = 'P\0\0\0\x10\0select 1\0\0\0';
  const flush = 'H\0\0\0\x04';
  const terminate = 'X\0\0\0\x04';
  it.each([
    ['an HTTP request', latin('GET / HTTP/1.1\r\n\r\n')],
    ['an unknown message type', Buffer.from([0x7a, 0, 0, 0, 4])],
    ['an unfinished Parse message', latin(parse)],
    ['a Parse and a Terminate message without Sync', latin(parse + terminate)],
    ['a message with a length below its header', latin('Q\0\0\0\0')],
    ['a Terminate message after Parse and Flush', latin(parse + flush + terminate)],
    ['a Parse message with a syntax error, then Flush', latin(parse.replace('t 1', '! 1') + flush)],
    ['a start-up packet without a user', Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])],
    ['a start-up packet with invalid parameters', Buffer.from([0, 0, 0, 12, 0, 3, 0, 0, 255, 255, 255, 255])],
  ])('keeps serving the other clients after %s', async (_, bytes) => {
    if (!('socketDir' in database.address)) throw new Error('no socket');
    const socket = connect(socketPathIn(database.address.socketDir));
    socket.on('error', () => {});
    await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
    const { db, close } = openDatabase(database.address, LONG_TIMEOUTS);
    const reading = sql<{ one: number }>`select 1 as one`.execute(db);
    socket.destroy();
    expect((await reading).rows).toEqual([{ one: 1 }]);
    expect((await sql`select 2 as two`.execute(db)).rows).toEqual([{ two: 2 }]);
    await close();
    expect(database.process.isRunning).toBe(true);
  });

  it('writes to the disk before it acknowledges', async () => {
    const { db, close } = openDatabase(database.address, LONG_TIMEOUTS);
    const settings = sql`select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method,
      current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`;
    const { rows } = await settings.execute(db);
    expect(rows).toEqual([{ fsync: 'on', method: 'fsync', commit: 'on', pages: 'on' }]);
    await close();
  });

  it('refuses other users of the machine', () => {
    for (const name of ['run', 'postgres']) {
      expect(statSync(join(folder.path, name)).mode & 0o077, name).toBe(0);
    }
  });

  it('refuses a second process on its folder', async () => {
    const { code, output } = await startAndFail(folder.path);
    expect(code).toBe(1);
    expect(output).toContain(`in use by the database process ${database.process.pid}`);
    expect(database.process.isRunning).toBe(true);
  });

  it('refuses a second process in another container, where the pid in the lock is not valid', async () => {
    writeFileSync(join(folder.path, 'database.lock'), '1 1 of-another-container');
    const { code, output } = await startAndFail(folder.path);
    expect(code).toBe(1);
    expect(output).toContain('perhaps in another container');
    expect(database.process.isRunning).toBe(true);
  });
});

describe('the embedded database’s process', () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder[Symbol.dispose]());

  it('stops on a signal with all data written, and starts again', async () => {
    copyTemplate(folder.path);
    await using database = await startEmbeddedDatabase(folder.path);
    const { db, close } = openDatabase(database.address, LONG_TIMEOUTS);
    await db.insertInto('audit').values({ action: 'test', outcome: 'done' }).execute();
    expect(await database.process.kill('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(readdirSync(folder.path).sort()).toEqual(['postgres', 'run']);
    await database.start();
    expect(await db.selectFrom('audit').select('action').execute()).toEqual([{ action: 'test' }]);
    await close();
  });

  it('starts over when its first start was interrupted', async () => {
    mkdirSync(join(folder.path, 'postgres'));
    writeFileSync(join(folder.path, 'postgres', 'PG_VERSION'), '18');
    writeFileSync(join(folder.path, 'postgres.unfinished'), '');
    await using database = await startEmbeddedDatabase(folder.path);
    const { db, close } = openDatabase(database.address, LONG_TIMEOUTS);
    await sql`select 1`.execute(db);
    await close();
    expect(existsSync(join(folder.path, 'postgres.unfinished'))).toBe(false);
  });

  it.each([
    ['the control file is damaged', (dir: string) => truncateSync(join(dir, 'global/pg_control'), 10)],
    ['the write-ahead log is missing', (dir: string) => rmSync(join(dir, 'pg_wal'), { recursive: true })],
    ['PG_VERSION is missing', (dir: string) => rmSync(join(dir, 'PG_VERSION'))],
    ['the database has another version', (dir: string) => writeFileSync(join(dir, 'PG_VERSION'), '12\n')],
  ])('exits, advises to restore a backup and leaves no lock when %s', async (_, damage) => {
    copyTemplate(folder.path);
    damage(join(folder.path, 'postgres'));
    const { code, output } = await startAndFail(folder.path);
    expect(code).toBe(1);
    expect(output).toMatch(/cannot be opened|holds files but no database/);
    expect(output).toContain('backup');
    expect(existsSync(join(folder.path, 'database.lock'))).toBe(false);
  });

  it('closes the database and exits when its supervisor is killed', async () => {
    copyTemplate(folder.path);
    const entry = join(import.meta.dirname, 'testing/short-lived-supervisor.ts');
    await using supervisor = new TestProcess(entry, { args: [folder.path] });
    const pid = Number((await supervisor.waitForLine((line) => line.startsWith('started '))).split(' ')[1]);
    await supervisor.kill();
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    expect(existsSync(join(folder.path, 'database.lock'))).toBe(false);
  });

  it('exits after PostgreSQL has aborted', async () => {
    copyTemplate(folder.path);
    await using database = await startEmbeddedDatabase(folder.path);
    rmSync(join(folder.path, 'postgres/pg_wal'), { recursive: true });
    const { db, close } = openDatabase(database.address, LONG_TIMEOUTS);
    await expect(sql`select pg_switch_wal()`.execute(db)).rejects.toThrow();
    await sql`insert into audit (action, outcome) values ('x', 'done')`.execute(db).catch(() => {});
    expect(await database.process.exited).toEqual({ code: 70, signal: null });
    await close();
  });
});
