import { hash } from 'node:crypto';
import {
  type DatabaseClient,
  type DatabasePool,
  isForeignKeyViolation,
  isUnavailable,
  isUniqueViolation,
  openPool,
} from '@gwanje/backend/database/connection';
import { migrateToLatest } from '@gwanje/backend/database/migrate';
import { migrations } from '@gwanje/backend/database/migrations/all';
import { databaseAddress } from '@gwanje/backend/database/open-store';
import { UNFINISHED_MOVE } from '@gwanje/backend/database/unfinished-move';
import { z } from 'zod';
import {
  clearFilledWhenNew,
  digestOf,
  findUsedTable,
  insertRows,
  listTables,
  migrationsDone,
  readSequences,
  useExactTexts,
  writeSequences,
} from '../backup/tables.ts';
import { BY_COMMAND, type CommandInput } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { addressOf, reasonOf } from '../require-database.ts';
import { ProgressLines } from './progress-lines.ts';

const ROWS_AT_ONCE = 1000;
const MIN_VERSION = 150_000;
/** State of running processes and counters of the database itself. */
const NOT_MOVED: readonly string[] = ['process_lease', 'change_version'];
/** Holds the mark of the unfinished move, so its rows are copied with the last transaction. */
const NOTES = 'installation_note';

/** What was copied. Stored with each page, in the same transaction. */
const Mark = z.object({
  doneTables: z.array(z.string()),
  /** The table in progress, and the primary key of its last copied row. */
  current: z.object({ table: z.string(), key: z.array(z.string()) }).nullable(),
});
type Mark = z.infer<typeof Mark>;
const NOTHING_COPIED: Mark = { doneTables: [], current: null };

/** The note of a complete move. */
const FINISHED_MOVE = 'finishedMove';
/** By the digest a repeated command knows that the database is a copy of exactly this installation. */
const FinishedMove = z.object({ sourceDigest: z.string() });

interface Page {
  readonly rows: readonly string[];
  readonly lastKey: readonly string[] | undefined;
}

/** Copies all tables of the embedded database to a PostgreSQL server. */
export class DatabaseMove implements AsyncDisposable {
  readonly #url: string;
  readonly #sourcePool: DatabasePool;
  readonly #targetPool: DatabasePool;
  #copiedRows = 0;
  #sourceDigest = '';
  #isFinished = false;

  static async open(dataDir: string, url: string): Promise<DatabaseMove> {
    return new DatabaseMove(dataDir, url);
  }

  private constructor(dataDir: string, url: string) {
    // No time limits: large tables take long.
    const limits = { poolSize: 1, statementWithinMs: 0, answerWithinMs: 0 };
    this.#url = url;
    this.#sourcePool = openPool(databaseAddress({ dataDir, databaseUrl: undefined }), limits);
    this.#targetPool = openPool({ url }, limits);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#sourcePool.end(), this.#targetPool.end()]);
  }

  /** Refuses a target that is too old, cannot be written, or holds anything but a move of this installation. */
  async requireUsableTarget(): Promise<void> {
    const known = Object.keys(migrations);
    const source = await this.#inSource(migrationsDone);
    if (source.join() !== known.join())
      throw new CommandError(
        'The embedded database is of another release. Start the server of this release once, stop it, then move.',
      );
    await this.#inTarget(async (client) => {
      const refuse = (reason: string) => {
        throw new CommandError(`${addressOf(this.#url)} ${reason}. Nothing was changed.`);
      };
      const { rows } = await client.query<
        Record<'version' | 'encoding' | 'isStandby' | 'mayCreate', unknown>
      >(
        `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
           pg_is_in_recovery() as "isStandby", has_schema_privilege('public', 'create') as "mayCreate"`,
      );
      const [about] = rows;
      if (Number(about?.version) < MIN_VERSION) refuse('is older than PostgreSQL 15');
      if (about?.encoding !== 'UTF8')
        refuse(`has the encoding ${String(about?.encoding)}; create it with UTF8`);
      if (about?.isStandby) refuse('is a standby that accepts no writes');
      if (!about?.mayCreate) refuse('does not allow this user to create tables in the schema public');
      const done = await migrationsDone(client);
      const unknown = done.filter((name) => !known.includes(name));
      if (unknown.length > 0) refuse(`is of a newer release (it knows ${unknown.join(', ')})`);
      if (done.length === 0) {
        const [foreign] = await listTables(client);
        if (foreign) refuse(`is not empty: it has the table ${foreign}`);
      } else if (!(await readMark(client))) {
        const finished = await readNote(client, FINISHED_MOVE, FinishedMove);
        if (finished) {
          this.#isFinished = finished.sourceDigest === (await this.#readSourceDigest());
          if (this.#isFinished) return;
          refuse('is not empty: it holds a complete move, and the embedded database has changed since');
        }
        const used = await findUsedTable(client);
        if (used) refuse(`is not empty: the table ${used} has rows`);
      }
    });
  }

  /** Copies what is not copied yet, and compares all tables. Returns a text for the operator. */
  async copy(say: CommandInput['say']): Promise<string> {
    if (this.#isFinished) {
      say('database: everything was copied and compared before');
      return `${this.#copiedRows} rows`;
    }
    await this.#reportLoss(() => migrateToLatest({ url: this.#url }, { patienceMs: 0 }));
    let isResumed = (await this.#inTarget(readMark)) !== undefined;
    if (isResumed) say('database: the interrupted move continues');
    else await this.#begin(clearFilledWhenNew);
    for (;;) {
      const different = await this.#copyAndCompare(say).catch((error: unknown) => {
        if (isResumed && (isUniqueViolation(error) || isForeignKeyViolation(error))) return ['rows'];
        throw error;
      });
      if (different.length === 0) break;
      if (!isResumed)
        throw new CommandError(
          `The copy of ${different.join(', ')} differs. Is another process using the database?`,
        );
      say('database: the installation has changed since the interrupted move, so it is copied again');
      await this.#begin(emptyTables);
      isResumed = false;
    }
    return `${this.#copiedRows} rows`;
  }

  /** Makes the target an installation: a server may start on it. One transaction, so that a killed move is resumed or complete. */
  async finish(): Promise<void> {
    if (this.#isFinished) return;
    await this.#targetPool.query('analyze');
    const notes = await this.#inSource((client) => readPage(client, NOTES, ['key'], ['text'], undefined));
    const sequences = await readSequences(this.#sourcePool);
    await this.#inTarget(async (client) => {
      await client.query(`delete from "${NOTES}"`);
      await insertRows(client, NOTES, notes.rows);
      await writeSequences(client, sequences);
      await writeNote(client, FINISHED_MOVE, { sourceDigest: this.#sourceDigest });
      await client.query(
        `insert into audit (action, outcome, detail) values ('installation.move', 'done', $1)`,
        [JSON.stringify(BY_COMMAND.detail)],
      );
    });
  }

  async #begin(prepare: (client: DatabaseClient) => Promise<void>): Promise<void> {
    await this.#inTarget(async (client) => {
      await prepare(client);
      await writeMark(client, NOTHING_COPIED);
    });
  }

  async #copyAndCompare(say: CommandInput['say']): Promise<readonly string[]> {
    const names = await this.#inSource(listMovedTables);
    const counts = await this.#inSource((client) => countRows(client, names));
    const rowCnt = counts.reduce((sum, count) => sum + count, 0);
    const copying = new ProgressLines(say, 'database', rowCnt);
    const mark = (await this.#inTarget(readMark)) ?? NOTHING_COPIED;
    const doneTables = [...mark.doneTables];
    for (const name of names) {
      if (doneTables.includes(name)) continue;
      const afterKey = mark.current?.table === name ? mark.current.key : undefined;
      await this.#copyTable(name, afterKey, doneTables, copying);
      doneTables.push(name);
    }
    this.#copiedRows = rowCnt;
    say(`database: ${rowCnt} rows in ${names.length} tables are copied and will be compared`);
    const comparing = new ProgressLines(say, 'database, comparison', rowCnt);
    const different: string[] = [];
    const digests: string[] = [];
    for (const name of names) {
      const [source, target] = await Promise.all([
        this.#inSource((client) => digestOf(client, name)),
        this.#inTarget((client) => digestOf(client, name)),
      ]);
      if (source.rowCnt !== target.rowCnt || String(source) !== String(target)) different.push(name);
      digests.push(`${name} ${source}`);
      comparing.add(source.rowCnt);
    }
    this.#sourceDigest = hash('sha256', digests.join('\n'));
    return different;
  }

  /** Also counts the rows. */
  async #readSourceDigest(): Promise<string> {
    const digests: string[] = [];
    for (const name of await this.#inSource(listMovedTables)) {
      const digest = await this.#inSource((client) => digestOf(client, name));
      digests.push(`${name} ${digest}`);
      this.#copiedRows += digest.rowCnt;
    }
    return hash('sha256', digests.join('\n'));
  }

  async #copyTable(
    name: string,
    afterKey: readonly string[] | undefined,
    doneTables: readonly string[],
    progress: ProgressLines,
  ): Promise<void> {
    const { columns, types } = await this.#inSource((client) => primaryKeyOf(client, name));
    const read = (after: readonly string[] | undefined) =>
      this.#inSource((client) => readPage(client, name, columns, types, after));
    let next = read(afterKey);
    for (;;) {
      const { rows, lastKey } = await next;
      const isLast = rows.length < ROWS_AT_ONCE;
      // The next page is read while this one is written.
      if (!isLast) next = read(lastKey);
      next.catch(() => {});
      await this.#inTarget(async (client) => {
        await insertRows(client, name, rows);
        await writeMark(
          client,
          isLast || !lastKey
            ? { doneTables: [...doneTables, name], current: null }
            : { doneTables: [...doneTables], current: { table: name, key: [...lastKey] } },
        );
      });
      progress.add(rows.length);
      if (isLast) return;
    }
  }

  #inSource<Result>(work: (client: DatabaseClient) => Promise<Result>): Promise<Result> {
    return inTransaction(this.#sourcePool, 'begin isolation level repeatable read read only', work);
  }

  #inTarget<Result>(work: (client: DatabaseClient) => Promise<Result>): Promise<Result> {
    return this.#reportLoss(() => inTransaction(this.#targetPool, 'begin', work));
  }

  async #reportLoss<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      throw new CommandError(
        `The database ${addressOf(this.#url)} does not answer or is full: ${reasonOf(error)}.\nRun the same command again: it continues where it stopped.`,
      );
    }
  }
}

async function inTransaction<Result>(
  pool: DatabasePool,
  begin: string,
  work: (client: DatabaseClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isDone = false;
  try {
    await client.query(begin);
    await useExactTexts(client);
    const result = await work(client);
    await client.query('commit');
    isDone = true;
    return result;
  } finally {
    // After a failure the state of the connection is unknown.
    client.release(!isDone);
  }
}

async function listMovedTables(client: DatabaseClient): Promise<readonly string[]> {
  return (await listTables(client)).filter((name) => !NOT_MOVED.includes(name) && name !== NOTES);
}

function readMark(client: DatabaseClient): Promise<Mark | undefined> {
  return readNote(client, UNFINISHED_MOVE, Mark);
}

function writeMark(client: DatabaseClient, mark: Mark): Promise<void> {
  return writeNote(client, UNFINISHED_MOVE, mark);
}

async function readNote<Note>(
  client: DatabaseClient,
  key: string,
  schema: z.ZodType<Note>,
): Promise<Note | undefined> {
  const { rows } = await client.query<{ value: unknown }>(`select value from "${NOTES}" where key = $1`, [
    key,
  ]);
  return rows[0] && schema.parse(rows[0].value);
}

async function writeNote(client: DatabaseClient, key: string, value: object): Promise<void> {
  await client.query(
    `insert into "${NOTES}" (key, value, updated_at) values ($1, $2, now())
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [key, JSON.stringify(value)],
  );
}

async function countRows(client: DatabaseClient, names: readonly string[]): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const name of names) {
    const { rows } = await client.query<{ cnt: number }>(`select count(*) as cnt from "${name}"`);
    counts.push(Number(rows[0]?.cnt ?? 0));
  }
  return counts;
}

async function primaryKeyOf(client: DatabaseClient, name: string) {
  const { rows } = await client.query<{ column: string; type: string }>(
    `select a.attname as column, format_type(a.atttypid, a.atttypmod) as type
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = format('public.%I', $1::text)::regclass and i.indisprimary
     order by array_position(i.indkey::int2[], a.attnum)`,
    [name],
  );
  if (rows.length === 0) throw new Error(`${name} has no primary key`);
  return { columns: rows.map(({ column }) => column), types: rows.map(({ type }) => type) };
}

/** Rows in PostgreSQL's own text form, in the order of the primary key, after the row with the given key. */
async function readPage(
  client: DatabaseClient,
  name: string,
  columns: readonly string[],
  types: readonly string[],
  after: readonly string[] | undefined,
): Promise<Page> {
  const key = columns.map((column) => `t."${column}"`).join(', ');
  const texts = columns.map((column) => `t."${column}"::text`).join(', ');
  const values = types.map((type, index) => `$${index + 1}::${type}`).join(', ');
  const { rows } = await client.query<{ row: string; key: string[] }>(
    `select t::text as row, array[${texts}] as key from "${name}" t
     ${after ? `where (${key}) > (${values})` : ''} order by ${key} limit ${ROWS_AT_ONCE}`,
    after ? [...after] : [],
  );
  return { rows: rows.map(({ row }) => row), lastKey: rows.at(-1)?.key };
}

/** Only for the target of an unfinished move. Its audit log is a copy, so it may go too. */
async function emptyTables(client: DatabaseClient): Promise<void> {
  const names = (await listTables(client)).filter((name) => name !== 'change_version');
  await client.query('alter table audit disable trigger user');
  await client.query(`truncate ${names.map((name) => `"${name}"`).join(', ')}`);
  await client.query('alter table audit enable trigger user');
}
