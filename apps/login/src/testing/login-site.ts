import type { Database } from '@gwanje/backend/database/schema';
import type { SharedRequestCounts } from '@gwanje/backend/http/shared-request-counts';
import { quickHash } from '@gwanje/backend/identity/testing/quick-hash';
import { createMetrics } from '@gwanje/backend/observe/metrics';
import type { SecuritySettings } from '@gwanje/contract/settings/security';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { FakeClock } from '@gwanje/testkit/clock';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { addRow, rowsOf } from '@gwanje/testkit/testing/rows';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll } from 'vitest';
import { createLoginApp } from '../app.ts';
import { type LoginSettings, readSettings } from '../config.ts';

export const PASSWORD = 'correct horse battery';
let passwordHash: Promise<string> | undefined;

export interface LoginSite {
  readonly app: FastifyInstance;
  readonly settings: LoginSettings;
  readonly clock: FakeClock;
  browser(): Browser;
}

/** The login site on a database, as in `main.ts`, but without a port and with a fake clock. */
export async function openLoginSite(
  db: Kysely<Database>,
  environment: Readonly<Record<string, string>> = {},
  clock = new FakeClock(new Date()),
  requestCounts?: SharedRequestCounts,
): Promise<LoginSite> {
  const settings = readSettings({
    GWANJE_LOG_LEVEL: 'silent',
    GWANJE_LOGIN_REQUESTS_PER_MINUTE: '100000',
    // Turns the overload limit off: other work on the test machine must not make the site refuse requests.
    GWANJE_BUSY_AFTER_MS: '0',
    ...environment,
  });
  const app = await createLoginApp({
    settings,
    db,
    logger: pino({ level: settings.logLevel }),
    metrics: createMetrics('login'),
    now: clock.now,
    requestCounts,
  });
  return { app, settings, clock, browser: () => new Browser(app, settings.loginUrl) };
}

/** A site on a fresh database for all tests of a file, open in tests and hooks. */
export function loginSiteForTests(environment: Readonly<Record<string, string>> = {}) {
  const site = {} as LoginSite & { readonly db: Kysely<Database> };
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await openTestDatabase();
    Object.assign(site, await openLoginSite(database.db, environment), { db: database.db });
  });
  afterAll(async () => {
    await site.app?.close();
    await database?.close();
  });
  return site;
}

export async function setRules({ db }: { readonly db: Kysely<Database> }, rules: Partial<SecuritySettings>) {
  await db
    .updateTable('securitySetting')
    .set({ settings: JSON.stringify(rules) })
    .execute();
}

export async function insertUser(
  db: Kysely<Database>,
  user: {
    readonly userId: string;
    readonly name?: string;
    readonly email?: string;
    readonly role?: number;
    readonly isKeyUser?: boolean;
    readonly status?: number;
    readonly hasPassword?: boolean;
  },
): Promise<number> {
  passwordHash ??= quickHash(PASSWORD);
  const row = await addRow(db, 'userAccount', {
    userId: user.userId,
    name: user.name ?? user.userId,
    email: user.email ?? null,
    role: user.role ?? 2,
    isKeyUser: user.isKeyUser ?? false,
    status: user.status ?? 1,
    passwordHash: user.hasPassword === false ? null : await passwordHash,
  });
  return row.userNo;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
}

/** Keeps cookies and sends origin headers, as browsers do. */
export class Browser {
  readonly cookies = new Map<string, Cookie>();
  readonly #app: FastifyInstance;
  readonly #origin: string;

  constructor(app: FastifyInstance, origin: string) {
    this.#app = app;
    this.#origin = origin;
  }

  get sessionToken(): string | undefined {
    return this.cookies.get(SESSION_COOKIE)?.value;
  }

  /** By default as if the user typed the URL. */
  navigate(url: string, headers: Readonly<Record<string, string>> = {}): Promise<LightMyRequestResponse> {
    return this.send('GET', url, undefined, {
      'sec-fetch-site': 'none',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      ...headers,
    });
  }

  /** A call of the site's script. */
  call(
    method: 'POST' | 'DELETE',
    url: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LightMyRequestResponse> {
    return this.send(method, url, body, {
      origin: this.#origin,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      ...headers,
    });
  }

  signIn(userId: string, password = PASSWORD, headers: Readonly<Record<string, string>> = {}) {
    return this.call('POST', '/api/session', { userId, password }, headers);
  }

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body: unknown,
    headers: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse> {
    const path = new URL(url, this.#origin).pathname;
    const sent = [...this.cookies].filter(([, cookie]) => path.startsWith(cookie.path));
    const answer = await this.#app.inject({
      method,
      url,
      headers: {
        ...(sent.length > 0
          ? { cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; ') }
          : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : Object(body) }),
    });
    for (const cookie of answer.cookies) {
      const isGone = cookie.maxAge === 0 || (cookie.expires !== undefined && cookie.expires.getTime() <= 0);
      if (isGone) this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, { value: cookie.value, path: cookie.path ?? '/' });
    }
    return answer;
  }
}

export interface Audited {
  readonly action: string;
  readonly outcome: string;
  readonly actorUserId: string | null;
  readonly targetId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

export function auditOf(db: Kysely<Database>): Promise<Audited[]> {
  return rowsOf(db, 'audit', {}, ['action', 'outcome', 'actorUserId', 'targetId', 'detail'], ['auditId']);
}
