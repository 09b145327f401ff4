import { createSession } from '@gwanje/backend/identity/sessions';
import { noteSignIn } from '@gwanje/backend/identity/sign-ins';
import { loginCheck, startViewAs } from '@gwanje/contract/users/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addUser } from '../../testing/world.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const DAY_MS = 24 * 60 * 60_000;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

interface Visited {
  readonly userAgent?: string;
  readonly isNewBrowser?: boolean;
}

/** What the login site does at a sign-in. */
async function signInWith(
  browser: string,
  userNo: number,
  { userAgent = CHROME, isNewBrowser = true }: Visited = {},
): Promise<Caller> {
  const [at, address] = [app.clock.now(), '192.0.2.7'];
  const signIn = { userNo, at, method: 'password', userAgent, address, browser, isNewBrowser };
  await noteSignIn(app.db, { ...signIn, isMailed: false });
  return app.withToken(await createSession(app.db, userNo, { userAgent, address, browser }, at));
}

const shownTo = async (caller: Caller) => (await caller.ok(loginCheck)).newBrowserList;

it('shows each sign-in with a new browser in the other browsers of the user, latest first', async () => {
  const { userNo } = await addUser(app.db, { role: 2 });
  const old = await signInWith('old', userNo, { isNewBrowser: false });
  const first = { at: app.clock.now().toISOString(), deviceName: 'Chrome · Windows', address: '192.0.2.7' };
  const phone = await signInWith('phone', userNo);
  app.clock.advance(1000);
  const second = { ...first, at: app.clock.now().toISOString(), deviceName: null };
  const strange = await signInWith('strange', userNo, { userAgent: 'curl/8' });
  expect(await shownTo(old)).toEqual([second, first]);
  expect(await shownTo(phone)).toEqual([second]);
  expect(await shownTo(strange)).toEqual([first]);
  expect(await shownTo(await signInWith('strange', userNo, { isNewBrowser: false }))).toEqual([first]);
});

it('shows a sign-in for a week', async () => {
  const { userNo } = await addUser(app.db, { role: 2 });
  await signInWith('strange', userNo);
  app.clock.advance(7 * DAY_MS - 1000);
  const old = await signInWith('old', userNo, { isNewBrowser: false });
  expect(await shownTo(old)).toHaveLength(1);
  app.clock.advance(1000);
  expect(await shownTo(old)).toEqual([]);
});

it('shows an admin who views as a user no sign-ins of either', async () => {
  const [seen, admin] = [await addUser(app.db, { role: 2 }), await addUser(app.db, { role: 1 })];
  const caller = await signInWith('old', admin.userNo, { isNewBrowser: false });
  for (const { userNo } of [seen, admin]) await signInWith('strange', userNo);
  expect(await shownTo(caller)).toHaveLength(1);
  await caller.ok(startViewAs, { body: { userNo: seen.userNo } });
  expect(await shownTo(caller)).toEqual([]);
});

it('answers without sign-ins while the database does not give them', async () => {
  const { userNo } = await addUser(app.db, { role: 2 });
  const old = await signInWith('old', userNo, { isNewBrowser: false });
  await signInWith('strange', userNo);
  await app.db.transaction().execute(async (trx) => {
    await sql`lock table sign_in in access exclusive mode`.execute(trx);
    expect(await shownTo(old)).toEqual([]);
  });
  await expect.poll(() => shownTo(old)).toHaveLength(1);
});
