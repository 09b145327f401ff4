import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { DatabaseClient, DatabasePool } from '@gwanje/backend/database/connection';
import type { VerifiedArchive } from './archive-reader.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import type { Manifest } from './manifest.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const ROWS_AT_ONCE = 1000;
/** Uncompressed size of one part of a table, which bounds the memory in use. */
const PART_CHARACTERS = 8 * 2 ** 20;

/**
 * Not in a backup: sessions (an ended session would become valid again), sign-ins in progress, counts of requests, the lease and the runs
 * of the server process, the running replicas with their clusters and their secret, the browsers that get
 * notifications (a signed-out one would get them again) with the key pair for them, and the versions and notices by
 * which servers see changes.
 */
export const LEFT_OUT: readonly string[] = [
  'session',
  'oidc_login',
  'passkey_challenge',
  'pending_sign_in',
  'login_request_count',
  'process_lease',
  'replica',
  'cluster_owner',
  'replica_secret',
  'push_key',
  'push_subscription',
  'server_run',
  'alarm_notice',
  'change_version',
];
/**
 * May hold rows in an unused database: the default template, the rules of access and of single sign-on, the ends of the audit log, and
 * failed logins of unknown users.
 */
const FILLED_WHEN_NEW: readonly string[] = [
  'template_change',
  'webhook',
  'alarm_template',
  'security_setting',
  'sign_on_rules',
  'audit_chain',
  'login_throttle',
];
/** Tables of the migrator. */
const MIGRATION_TABLES: readonly string[] = ['kysely_migration', 'kysely_migration_lock'];

type Table = Manifest['tables'][number];

/** Makes the text form of values independent of the server's settings. */
export async function useExactTexts(client: DatabaseClient): Promise<void> {
  await client.query(
    `select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
       set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true)`,
  );
}

export async function migrationsDone(client: DatabaseClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.kysely_migration') is not null as "isThere"`,
  );
  if (!rows[0]?.isThere) return [];
  const done = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return done.rows.map(({ name }) => name);
}

/** Lists every table; referenced tables come first. */
export async function listTables(client: DatabaseClient): Promise<readonly string[]> {
  const tables = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const links = await client.query<{ child: string; parent: string }>(
    `select c.relname as child, p.relname as parent from pg_constraint f
     join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
     join pg_namespace n on n.oid = c.relnamespace
     where f.contype = 'f' and n.nspname = 'public' and f.conrelid <> f.confrelid`,
  );
  const waiting = new Set(
    tables.rows.map(({ name }) => name).filter((name) => !MIGRATION_TABLES.includes(name)),
  );
  const sorted: string[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter((name) =>
      links.rows.every(({ child, parent }) => child !== name || !waiting.has(parent)),
    );
    if (free.length === 0)
      throw new Error(`tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    for (const name of free) waiting.delete(name);
    sorted.push(...free);
  }
  return sorted;
}

/** One JSON text per row: PostgreSQL's own form of the row, which it reads back without loss. */
export async function dumpTable(
  client: DatabaseClient,
  archive: ArchiveWriter,
  name: string,
): Promise<Table> {
  const digest = new RowDigest();
  const parts: string[] = [];
  let lines: string[] = [];
  let characters = 0;
  let packing: Promise<void> = Promise.resolve();
  const pack = () => {
    const part = `database/${name}/${String(parts.length).padStart(6, '0')}.jsonl.zst`;
    const content = Buffer.from(`${lines.join('\n')}\n`);
    parts.push(part);
    lines = [];
    characters = 0;
    packing = packing.then(async () => archive.add(part, await compress(content)));
  };
  await eachRow(client, name, async (row) => {
    digest.add(row);
    const line = JSON.stringify(row);
    lines.push(line);
    characters += line.length;
    if (characters < PART_CHARACTERS) return;
    // The previous part is compressed while this one is read; more than one would fill the memory.
    await packing;
    pack();
  });
  if (lines.length > 0) pack();
  await packing;
  return { name, rowCnt: digest.rowCnt, digest: digest.toString(), parts };
}

export async function loadTable(
  client: DatabaseClient,
  archive: VerifiedArchive,
  table: Table,
): Promise<void> {
  for (const part of table.parts) {
    const text = (await decompress(await archive.read(part))).toString();
    const lines = text.split('\n').slice(0, -1);
    for (let from = 0; from < lines.length; from += ROWS_AT_ONCE)
      await insertJsonRows(client, table.name, `[${lines.slice(from, from + ROWS_AT_ONCE).join(',')}]`);
  }
}

/** Inserts rows in PostgreSQL's own text form. */
export async function insertRows(
  client: DatabaseClient,
  name: string,
  rows: readonly string[],
): Promise<void> {
  if (rows.length > 0) await insertJsonRows(client, name, JSON.stringify(rows));
}

async function insertJsonRows(client: DatabaseClient, name: string, json: string): Promise<void> {
  await client.query(
    // Without OFFSET, PostgreSQL would parse the row again for each column.
    `insert into "${name}" overriding system value
     select (parsed.r).* from (
       select line::"${name}" as r from json_array_elements_text($1::json) line offset 0) parsed`,
    [json],
  );
}

/** The name of a table whose rows only a used database has. */
export async function findUsedTable(client: DatabaseClient): Promise<string | undefined> {
  for (const name of await listTables(client)) {
    // The baseline migration fills these tables.
    if (FILLED_WHEN_NEW.includes(name) || name === 'change_version') continue;
    const { rowCount } = await client.query(`select 1 from "${name}" limit 1`);
    if (rowCount !== 0) return name;
  }
  return undefined;
}

/** Deletes the rows that an unused database has. */
export async function clearFilledWhenNew(client: DatabaseClient): Promise<void> {
  const names = await listTables(client);
  for (const name of FILLED_WHEN_NEW) if (names.includes(name)) await client.query(`delete from "${name}"`);
}

export async function digestOf(client: DatabaseClient, name: string): Promise<RowDigest> {
  const digest = new RowDigest();
  await eachRow(client, name, async (row) => digest.add(row));
  return digest;
}

async function eachRow(
  client: DatabaseClient,
  name: string,
  use: (row: string) => Promise<void>,
): Promise<void> {
  await client.query(`declare rows_of no scroll cursor for select t::text as row from "${name}" t`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from rows_of`);
    for (const { row } of rows) await use(row);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await client.query('close rows_of');
}

export async function readSequences(client: DatabasePool): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    // Not information_schema, which omits the sequences of identity columns.
    `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const found = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from "${name}"`,
    );
    const [state] = found.rows;
    if (state) sequences.push({ name, ...state });
  }
  return sequences;
}

export async function writeSequences(
  client: DatabaseClient,
  sequences: Manifest['sequences'],
): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public."${name}"`,
      lastValue,
      isCalled,
    ]);
}

/** The sum of the rows' SHA-256, each as four numbers: equal tables have equal digests in any row order. */
class RowDigest {
  readonly #sum = new BigUint64Array(4);
  #rows = 0;

  add(row: string): void {
    const digest = hash('sha256', row, 'buffer');
    for (let at = 0; at < 4; at++) this.#sum[at] = (this.#sum[at] ?? 0n) + digest.readBigUInt64LE(at * 8);
    this.#rows++;
  }

  get rowCnt(): number {
    return this.#rows;
  }

  toString(): string {
    return hash('sha256', Buffer.from(this.#sum.buffer));
  }
}
