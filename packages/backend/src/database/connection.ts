import {
  CamelCasePlugin,
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

/** The URL of a database server, or the socket folder of the embedded database. */
export type DatabaseAddress = { readonly url: string } | { readonly socketDir: string };

export interface DatabaseLimits {
  readonly poolSize: number;
  readonly connectWithinMs: number;
  /** The server enforces this limit. The embedded database has no timers and ignores it. */
  readonly statementWithinMs: number;
  /** The client enforces this limit: the last resort against a server that does not answer. */
  readonly answerWithinMs: number;
}

/** For the few callers that need plain statements. */
export type DatabasePool = pg.Pool;
export type DatabaseClient = pg.PoolClient;

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  close(): Promise<void>;
}

const SERVER_LIMITS: DatabaseLimits = {
  poolSize: 10,
  connectWithinMs: 5_000,
  statementWithinMs: 10_000,
  answerWithinMs: 20_000,
};
/** The embedded database runs one transaction at a time: more connections would only wait inside it. */
const EMBEDDED_LIMITS: DatabaseLimits = { ...SERVER_LIMITS, poolSize: 4, answerWithinMs: 10_000 };

/** Shorter than the idle limit of the embedded database, so that the pool closes first. */
const POOL_IDLE_MS = 10_000;
const IDLE_IN_TRANSACTION_MS = 30_000;

const types = new pg.TypeOverrides();
// Counts and identities stay far below 2^53.
types.setTypeParser(pg.types.builtins.INT8, Number);

export function openDatabase(address: DatabaseAddress, limits: Partial<DatabaseLimits> = {}): OpenDatabase {
  const pool = openPool(address, limits);
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: guardedPool(pool) }),
    // Keys inside jsonb are data, not columns.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return {
    db,
    async close() {
      await db.destroy();
      // Kysely ends only a pool that it has used.
      if (!pool.ended) await pool.end();
    },
  };
}

export function openPool(address: DatabaseAddress, limits: Partial<DatabaseLimits> = {}): pg.Pool {
  const isEmbedded = 'socketDir' in address;
  const { poolSize, connectWithinMs, statementWithinMs, answerWithinMs } = {
    ...(isEmbedded ? EMBEDDED_LIMITS : SERVER_LIMITS),
    ...limits,
  };
  const pool = new pg.Pool({
    ...(isEmbedded
      ? { host: address.socketDir, port: 5432, user: 'postgres', database: 'postgres' }
      : { connectionString: address.url }),
    application_name: 'gwanje',
    types,
    max: poolSize,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: POOL_IDLE_MS,
    statement_timeout: statementWithinMs,
    query_timeout: answerWithinMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
  });
  // A connection may break at any time, idle or in a transaction. Its next user gets a rejected query. An
  // 'error' event without a listener would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** PostgreSQL codes (appendix A of its manual) for temporary failures, as opposed to invalid statements. */
const UNAVAILABLE_CODES = new Set([
  '25006', // read-only: a standby that has not taken over yet
  '25P03', // idle in transaction for too long
  '25P04', // transaction took too long
  '40001', // serialization failure: another transaction committed first
  '40P01', // deadlock: PostgreSQL cancelled this transaction
  '55P03', // lock not available in time
  '57014', // statement took too long
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '58030', // input/output error
]);
/** Connection exceptions and insufficient resources: disk full, out of memory, too many connections. */
const UNAVAILABLE_CLASSES = new Set(['08', '53']);

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
]);

/** The driver sets no code for these errors. */
const DRIVER_MESSAGES = [
  /^Connection terminated/,
  /^timeout (exceeded|expired)/,
  /^Query read timeout$/,
  /^Client (has encountered a connection error|was closed)/,
  /^Postgres connection has been discarded$/,
];

/** The database is unavailable, slow or full. A retry may succeed, and the request is not wrong. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.has(code.slice(0, 2));
  }
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isUnavailable);
  if ('code' in error && typeof error.code === 'string') {
    if (NETWORK_CODES.has(error.code)) return true;
    // The socket of the embedded database does not exist yet. Other missing files are different errors.
    if (error.code === 'ENOENT' || error.code === 'EAGAIN')
      return 'syscall' in error && error.syscall === 'connect';
  }
  return DRIVER_MESSAGES.some((message) => message.test(error.message)) || isUnavailable(error.cause);
}

/** Skips a write that the database cannot do now. */
export async function unlessUnavailable(writing: Promise<unknown>): Promise<void> {
  await writing.catch((error: unknown) => {
    if (!isUnavailable(error)) throw error;
  });
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return isViolation(error, '23505', constraint);
}

export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  // ON DELETE RESTRICT raises 23001 since PostgreSQL 18. Earlier versions and other actions raise 23503.
  return isViolation(error, '23503', constraint) || isViolation(error, '23001', constraint);
}

function isViolation(error: unknown, code: string, constraint: string | undefined): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === code &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/** The driver's pool reuses a connection that an unanswered query still blocks. This pool does not. */
function guardedPool(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => new GuardedClient(await pool.connect()),
    end: () => pool.end(),
  };
}

class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  #failure: Error | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(query: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof query !== 'string') throw new TypeError('cursors are not in use');
    return this.#run(query, parameters);
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    // The rollback after a missing answer would wait for the same time again.
    if (this.#failure) throw this.#failure;
    try {
      return await this.#client.query(sql, [...parameters]);
    } catch (error) {
      // After an error from the server the connection is usable. After a timeout or a broken pipe it is not.
      if (error instanceof Error && !(error instanceof pg.DatabaseError)) this.#failure = error;
      throw error;
    }
  }

  release(destroy = false): void {
    this.#client.release(destroy || this.#failure !== undefined);
  }
}
