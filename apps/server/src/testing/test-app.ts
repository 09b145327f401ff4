import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ALWAYS_HELD } from '@gwanje/backend/database/lease';
import type { Database } from '@gwanje/backend/database/schema';
import { createSession } from '@gwanje/backend/identity/sessions';
import { quickHash } from '@gwanje/backend/identity/testing/quick-hash';
import { findUserById } from '@gwanje/backend/identity/users';
import { createLogger } from '@gwanje/backend/observe/logger';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import { API_PREFIX, buildPath, type Endpoint, type ResponseOf } from '@gwanje/contract/definition/endpoint';
import { Envelope } from '@gwanje/contract/definition/errors';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import type { StartStoreWorker } from '@gwanje/metric-store/embedded/store-thread';
import { startInSameThread } from '@gwanje/metric-store/testing/same-thread';
import { FakeClock } from '@gwanje/testkit/clock';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { workerLifetime } from '@gwanje/testkit/testing/worker-lifetime';
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import { createServerApp } from '../app.ts';
import { DEMO_PASSWORD, seedDemo } from '../cli/demo/seed.ts';
import { readSettings, type ServerSettings } from '../config.ts';
import { OWNS_ALL, type Ownership } from '../platform/ownership.ts';
import { type OpenServices, openServices } from '../services.ts';

export interface TestRequest {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly payload?: string | Buffer | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The content, for a call that returns a file. */
  readonly content?: Buffer;
}

/** A test client that makes calls, with or without a session. */
export interface Caller {
  call(endpoint: Endpoint, request?: TestRequest): Promise<Answer>;
  /** Fails unless the call succeeds. */
  ok<E extends Endpoint>(endpoint: E, request?: TestRequest): Promise<ResponseOf<E>>;
  send(method: Endpoint['method'], path: string, request?: TestRequest): Promise<Answer>;
}

/** A server whose clock and end belong to somebody else. */
export interface RunningApp {
  readonly app: FastifyInstance;
  readonly db: Kysely<Database>;
  readonly clock: Pick<FakeClock, 'now'>;
  readonly origin: string;
  readonly settings: ServerSettings;
  readonly services: OpenServices;
  /** Opens a real session of an existing user. */
  signIn(userId: string): Promise<Caller>;
  /** A caller with this session token, or none. */
  withToken(token: string | undefined): Caller;
  newToken(userId: string): Promise<string>;
}

export interface TestApp extends RunningApp, AsyncDisposable {
  readonly clock: FakeClock;
}

let demoHash: Promise<string> | undefined;

interface TestAppOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly startStoreWorker?: StartStoreWorker | undefined;
  /** Default: the server owns all clusters. */
  readonly ownership?: Ownership;
}

/** Starts the complete server, without a port, on a fresh database with the demo content. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  await using stack = new AsyncDisposableStack();
  const database = await openTestDatabase();
  stack.defer(() => database.close());
  const clock = new FakeClock();
  await seedDemo(database.db, clock.now(), () => (demoHash ??= quickHash(DEMO_PASSWORD)));
  const app = stack.use(await startTestAppOn(database, clock, options));
  const opened = stack.move();
  return { ...app, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

let shared: Promise<RunningApp> | undefined;

/** The server that the files of this worker share. It ends with the worker. */
export function sharedTestApp(): Promise<RunningApp> {
  shared ??= startTestApp().then((app) => workerLifetime().use(app));
  return shared;
}

/** Starts a server on a database that other servers may use too. */
export async function startTestAppOn(
  { db, address }: TestDatabase,
  clock: FakeClock,
  { environment = {}, startStoreWorker = startInSameThread, ownership = OWNS_ALL }: TestAppOptions = {},
): Promise<TestApp> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'gwanje-server-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const settings = readSettings({
    GWANJE_DEMO: '1',
    GWANJE_REQUESTS_PER_MINUTE: '100000000',
    // Turns the overload limit off: other work on the test machine must not make the server refuse requests.
    GWANJE_BUSY_AFTER_MS: '0',
    ...environment,
    GWANJE_DATA_DIR: dataDir,
    ...('url' in address ? { GWANJE_DATABASE_URL: address.url } : {}),
  });
  const logger = createLogger('server', 'silent');
  const metrics = createMetrics('server');
  const services = await openServices({
    settings,
    db,
    logger,
    metrics,
    now: clock.now,
    lease: ALWAYS_HELD,
    ownership,
    areAlarmsTimed: false,
    startStoreWorker,
  });
  stack.use(services);
  const app = await createServerApp({
    services,
    db,
    logger,
    metrics,
    now: clock.now,
    validateAnswers: true,
    consoleDir: undefined,
  });
  stack.defer(() => app.close());
  await app.ready();
  const opened = stack.move();

  async function newToken(userId: string): Promise<string> {
    const user = await findUserById(db, userId);
    if (!user) throw new Error(`no user ${userId}`);
    return createSession(db, user.userNo, { userAgent: 'test', address: '127.0.0.1' }, clock.now());
  }
  const withToken = (token: string | undefined) => callerWith(app, settings.publicUrl, token);
  return {
    app,
    db,
    clock,
    origin: settings.publicUrl,
    settings,
    services,
    newToken,
    withToken,
    signIn: async (userId) => withToken(await newToken(userId)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function callerWith(app: FastifyInstance, origin: string, token: string | undefined): Caller {
  async function send(
    method: Endpoint['method'],
    path: string,
    { query = {}, body, payload, headers = {} }: TestRequest = {},
    isStream = false,
  ): Promise<Answer> {
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) search.append(key, String(value));
    const hasBody = payload !== undefined || body !== undefined;
    const response = await app.inject({
      method,
      url: `${API_PREFIX}${path}${search.size > 0 ? `?${search}` : ''}`,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { origin }),
        ...(token === undefined ? {} : { cookie: `${SESSION_COOKIE}=${token}` }),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(hasBody ? { payload: payload ?? JSON.stringify(body) } : {}),
      // A stream response is available as soon as its headers are.
      ...(isStream ? { payloadAsStream: true } : {}),
    });
    if (isStream && response.statusCode === 200) {
      response.stream().destroy();
      return { status: 200, code: 200, data: {}, headers: response.headers };
    }
    // A file may be JSON too.
    const isEnvelope =
      String(response.headers['content-type']).startsWith('application/json') &&
      response.headers['content-disposition'] === undefined;
    const { statusCode: status, headers: answered } = response;
    if (!isEnvelope && status < 300)
      return { status, code: status, data: {}, headers: answered, content: response.rawPayload };
    const content = isStream ? await text(response.stream()) : response.body;
    const { code, data = {} } = Envelope.parse(JSON.parse(content));
    return { status, code, data, headers: answered };
  }
  function call(endpoint: Endpoint, request: TestRequest = {}): Promise<Answer> {
    const path = buildPath(endpoint.path, request.params ?? {});
    return send(endpoint.method, path, request, endpoint.answers === 'stream');
  }
  return {
    send,
    call,
    async ok<E extends Endpoint>(endpoint: E, request?: TestRequest): Promise<ResponseOf<E>> {
      const answer = await call(endpoint, request);
      if (answer.code !== endpoint.success)
        throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.code} ${JSON.stringify(answer.data)}`);
      return parsed<E['response']>(endpoint.response, answer.data);
    },
  };
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return schema.parse(value);
}

const noted = new WeakSet<Kysely<Database>>();

/**
 * Identifies the last written row, to prove that a refused call changed nothing. Session activity and audit
 * entries of denials are excluded: refused calls write those on purpose. So are notes: timers write them.
 */
export function checksum(db: Kysely<Database>): Promise<string> {
  return newestWrite(db, ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']);
}

/** The same for rows that existed before: rows added since do not count. */
export function checksumOfOld(db: Kysely<Database>): Promise<string> {
  return newestWrite(db, ['UPDATE', 'DELETE', 'TRUNCATE']);
}

async function newestWrite(db: Kysely<Database>, ops: readonly string[]): Promise<string> {
  if (!noted.has(db)) await noteWrites(db);
  noted.add(db);
  const { rows } = await sql<{ newest: string }>`
    select write_id || ' ' || op || ' ' || name as newest from noted.write
    where op in (${sql.join(ops)}) order by write_id desc limit 1`.execute(db);
  return rows[0]?.newest ?? 'nothing';
}

/** Triggers record writes in a separate schema: reading all tables took longer than the calls. */
async function noteWrites(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`create schema if not exists noted`.execute(trx);
    await sql`create table if not exists noted.write (
      write_id int generated always as identity primary key, op text not null, name text not null)`.execute(
      trx,
    );
    await sql`create or replace function noted.note() returns trigger language plpgsql as $$
      begin insert into noted.write (op, name) values (tg_op, tg_table_name); return null; end $$`.execute(
      trx,
    );
    await sql`do $$ declare found text;
      begin
        for found in select table_name from information_schema.tables
          where table_schema = 'public' and table_type = 'BASE TABLE'
          and table_name not in
            ('session', 'audit', 'audit_chain', 'login_throttle', 'known_browser', 'change_version', 'installation_note')
        loop
          execute format('create or replace trigger noted after insert or update or delete on %I
            for each row execute function noted.note()', found);
          execute format('create or replace trigger noted_truncate after truncate on %I
            execute function noted.note()', found);
        end loop;
      end $$`.execute(trx);
  });
}

export async function countDenials(db: Kysely<Database>): Promise<number> {
  const row = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('cnt'))
    .where('outcome', '=', 'denied')
    .executeTakeFirstOrThrow();
  return row.cnt;
}

export function uniqueName(prefix: string): string {
  return `${prefix}-${randomUUID().slice(0, 8)}`;
}
