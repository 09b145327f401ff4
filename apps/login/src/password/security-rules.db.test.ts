import { agedIdentityTables } from '@gwanje/backend/identity/aged-identity-tables';
import { findSession } from '@gwanje/backend/identity/sessions';
import { listNewBrowsers } from '@gwanje/backend/identity/sign-ins';
import { findUserByNo } from '@gwanje/backend/identity/users';
import { deleteAged } from '@gwanje/backend/retention/aged-table';
import type { SecuritySettings } from '@gwanje/contract/settings/security';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf, insertUser, type LoginSite, openLoginSite, PASSWORD } from '../testing/login-site.ts';

let database: TestDatabase;
let site: LoginSite;
const DAY_MS = 86_400_000;
const NEW = 'a much better sentence';

beforeAll(async () => {
  database = await openTestDatabase();
  site = await openLoginSite(database.db);
});
afterAll(async () => {
  await site?.app.close();
  await database?.close();
});

async function setRules(rules: Partial<SecuritySettings>): Promise<void> {
  const settings = JSON.stringify(rules);
  await database.db.updateTable('securitySetting').set({ settings }).execute();
}

const isSignedIn = async (token: string | undefined) =>
  token !== undefined && (await findSession(database.db, token, site.clock.now())) !== null;

test('a user with as many sessions as allowed sees them, and may end the one unused for longest', async () => {
  await setRules({ maxSessions: 2 });
  await insertUser(database.db, { userId: 'many' });
  const browsers = [site.browser(), site.browser(), site.browser()];
  const [oldest, newer, third] = browsers;
  if (!oldest || !newer || !third) throw new Error('three browsers');
  for (const browser of [oldest, newer]) {
    expect((await browser.signIn('many', PASSWORD)).statusCode).toBe(200);
    site.clock.advance(60_000);
  }
  const refused = (await third.signIn('many', PASSWORD)).json();
  expect(refused).toMatchObject({ code: 8004, data: { reason: 'tooManySessions' } });
  expect(refused.data.sessionList).toHaveLength(2);
  expect(third.sessionToken).toBeUndefined();
  const body = { userId: 'many', password: PASSWORD, endsOthers: true };
  expect((await third.call('POST', '/api/session', body)).statusCode).toBe(200);
  expect(await Promise.all(browsers.map(({ sessionToken }) => isSignedIn(sessionToken)))).toEqual([
    false,
    true,
    true,
  ]);
  // The browser's own session is replaced and does not count.
  expect((await third.signIn('many', PASSWORD)).statusCode).toBe(200);
});

test('a sign-in that is refused for too many sessions changes nothing', async () => {
  await setRules({ maxSessions: 1 });
  const userNo = await insertUser(database.db, { userId: 'crowded' });
  await insertUser(database.db, { userId: 'former' });
  await site.browser().signIn('crowded');
  const lastLoginAt = site.clock.now();
  const shared = site.browser();
  await shared.signIn('former');
  site.clock.advance(60_000);
  expect((await shared.signIn('crowded')).json().data.reason).toBe('tooManySessions');
  expect(await isSignedIn(shared.sessionToken)).toBe(true);
  expect(await findUserByNo(database.db, userNo)).toMatchObject({ lastLoginAt });
});

test('a wrong password does not show how many sessions there are', async () => {
  await setRules({ maxSessions: 1 });
  await insertUser(database.db, { userId: 'quiet' });
  await site.browser().signIn('quiet', PASSWORD);
  expect((await site.browser().signIn('quiet', 'wrong password')).json()).toMatchObject({
    code: 8002,
    data: { reason: 'wrongCredentials' },
  });
});

test('a user signs in only from the networks of the role', async () => {
  const networks = { totalAdmin: [], groupAdmin: [], user: ['192.0.2.0/24'], token: [], wallboard: [] };
  await setRules({ networks });
  await insertUser(database.db, { userId: 'outside' });
  await insertUser(database.db, { userId: 'manager', role: 3 });
  expect((await site.browser().signIn('outside', PASSWORD)).json()).toMatchObject({
    code: 8005,
    data: { reason: 'network' },
  });
  expect(await auditOf(database.db)).toContainEqual(
    expect.objectContaining({ action: 'session.create', outcome: 'denied', detail: { reason: 'network' } }),
  );
  expect((await site.browser().signIn('manager', PASSWORD)).statusCode).toBe(200);
  await setRules({});
  const browser = site.browser();
  expect((await browser.signIn('outside', PASSWORD)).statusCode).toBe(200);
  await setRules({ networks });
  expect((await browser.navigate('/portal')).headers.location).toContain('/login');
});

test('a password that is too old must be replaced by one that was not used lately', async () => {
  await setRules({});
  const userNo = await insertUser(database.db, { userId: 'aged' });
  const changedAt = { passwordChangedAt: site.clock.now() };
  await database.db.updateTable('userAccount').set(changedAt).where('userNo', '=', userNo).execute();
  await setRules({ passwordMaxDays: 90, passwordHistoryCnt: 2, passwordMinLength: 12 });
  site.clock.advance(89 * DAY_MS);
  expect((await site.browser().signIn('aged', PASSWORD)).statusCode).toBe(200);
  site.clock.advance(DAY_MS);
  const { code, data } = (await site.browser().signIn('aged', PASSWORD)).json();
  expect([code, data.reason]).toEqual([8005, 'passwordExpired']);
  expect((await site.browser().signIn('aged', 'wrong password')).json().data.link).toBeUndefined();
  const choose = async (newPassword: string) => {
    const answer = await site.browser().call('POST', '/api/link/password', { token: data.link, newPassword });
    return answer.json();
  };
  const { data: renewed } = (await site.browser().signIn('aged', PASSWORD)).json();
  data.link = renewed.link;
  expect((await choose(PASSWORD)).data.reason).toBe('usedBefore');
  expect((await choose('too short 1')).data).toMatchObject({ reason: 'tooShort', minLength: 12 });
  expect((await choose(NEW)).code).toBe(200);
  const browser = site.browser();
  expect((await browser.signIn('aged', NEW)).statusCode).toBe(200);
  const change = (currentPassword: string, newPassword: string) =>
    browser.call('POST', '/api/password', { currentPassword, newPassword });
  expect((await change(NEW, PASSWORD)).json().data.reason).toBe('usedBefore');
  site.clock.advance(1000);
  expect((await change(NEW, 'another better sentence')).statusCode).toBe(200);
  // Only the last two count.
  expect((await change('another better sentence', PASSWORD)).statusCode).toBe(200);
});

test('users get a mail about a new browser, unless the rules say otherwise', async () => {
  const userNo = await insertUser(database.db, { userId: 'mailed', email: 'mailed@example.com' });
  await site.browser().signIn('mailed', PASSWORD);
  const signInWithNewBrowser = async (rules: Partial<SecuritySettings>) => {
    await setRules(rules);
    await site.browser().signIn('mailed', PASSWORD);
    return database.db
      .selectFrom('signIn')
      .select(['isNewBrowser', 'mailDueAt'])
      .where('userNo', '=', userNo)
      .orderBy('signInId', 'desc')
      .executeTakeFirst();
  };
  expect(await signInWithNewBrowser({})).toEqual({ isNewBrowser: true, mailDueAt: site.clock.now() });
  expect(await signInWithNewBrowser({ mailsNewBrowser: false })).toEqual({
    isNewBrowser: true,
    mailDueAt: null,
  });
});

test('a sign-in with a new browser is shown in the other browsers of the user, but the first one of an account is not', async () => {
  const userNo = await insertUser(database.db, { userId: 'watched' });
  const [first, second] = [site.browser(), site.browser()];
  for (const browser of [first, second, first, second]) await browser.signIn('watched', PASSWORD);
  const sessions = await rowsOf(database.db, 'session', { userNo }, ['loginBrowserHash']);
  const shown = sessions.map(({ loginBrowserHash }) =>
    listNewBrowsers(database.db, userNo, loginBrowserHash ?? Buffer.alloc(0), site.clock.now()),
  );
  expect((await Promise.all(shown)).map((list) => list.length).sort()).toEqual([0, 1]);
});

test('a new browser is marked and mailed also when the user has signed in with none for 181 days', async () => {
  await setRules({});
  const userNo = await insertUser(database.db, { userId: 'away', email: 'away@example.com' });
  await site.browser().signIn('away', PASSWORD);
  site.clock.advance(181 * DAY_MS);
  // Retention counts the age of a row from the newest one.
  await insertUser(database.db, { userId: 'present' });
  await site.browser().signIn('present', PASSWORD);
  for (const table of agedIdentityTables) await deleteAged(database.db, table, site.clock.now());
  await site.browser().signIn('away', PASSWORD);
  const signIns = await rowsOf(database.db, 'signIn', { userNo }, ['isNewBrowser', 'mailDueAt']);
  expect(signIns).toEqual([{ isNewBrowser: true, mailDueAt: site.clock.now() }]);
});

test('an account is locked after as many wrong passwords as the rules say', async () => {
  await setRules({ lockAfterCnt: 3 });
  await insertUser(database.db, { userId: 'guarded' });
  for (let attempt = 0; attempt < 3; attempt++) await site.browser().signIn('guarded', 'wrong password');
  expect((await site.browser().signIn('guarded', PASSWORD)).json().code).toBe(8007);
});
