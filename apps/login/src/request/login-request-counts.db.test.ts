import { FakeClock } from '@gwanje/testkit/clock';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLoginSite } from '../testing/login-site.ts';
import { LoginRequestCounts } from './login-request-counts.ts';

const LIMIT = 20;
const WINDOW_MS = 60_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database?.close());

async function openSites(clock: FakeClock, cnt: number) {
  await using opening = new AsyncDisposableStack();
  const sites: Awaited<ReturnType<typeof openSite>>[] = [];
  for (let site = 0; site < cnt; site++) {
    const opened = await openSite(clock);
    opening.defer(() => opened.app.close());
    sites.push(opened);
  }
  const open = opening.move();
  return { sites, [Symbol.asyncDispose]: () => open.disposeAsync() };
}

async function openSite(clock: FakeClock) {
  const { db } = database;
  const counts = new LoginRequestCounts(db, LIMIT, clock.now);
  const env = { GWANJE_LOGIN_REQUESTS_PER_MINUTE: String(LIMIT) };
  const { app } = await openLoginSite(db, env, clock, counts.counts);
  /** How many of the requests of one client are answered. */
  const request = async (requestCnt: number, remoteAddress: string) => {
    let answered = 0;
    for (let no = 0; no < requestCnt; no++) {
      const { statusCode } = await app.inject({ url: '/login', remoteAddress });
      if (statusCode !== 429) answered++;
    }
    return answered;
  };
  return { app, counts, request };
}

test('two login sites count the requests of a client together, and begin a new window together', async () => {
  const clock = new FakeClock(new Date(1_000 * WINDOW_MS));
  await using opened = await openSites(clock, 2);
  const [first, second] = opened.sites;
  if (!first || !second) throw new Error('two sites');
  const exchange = async () => {
    for (const { counts } of [first, second, first]) await counts.exchange();
  };
  expect(await first.request(15, '10.0.0.1')).toBe(15);
  await exchange();
  expect(await second.request(10, '10.0.0.1')).toBe(5);
  expect(await second.request(10, '10.0.0.2')).toBe(10);
  await exchange();
  expect(await first.request(1, '10.0.0.1')).toBe(0);

  clock.advance(WINDOW_MS);
  await exchange();
  expect(await first.request(10, '10.0.0.1')).toBe(10);
  const { cnt } = await database.db
    .selectFrom('loginRequestCount')
    .select(({ fn }) => fn.countAll().as('cnt'))
    .executeTakeFirstOrThrow();
  expect(Number(cnt)).toBe(0);
});
