import { agedIdentityTables } from '@gwanje/backend/identity/aged-identity-tables';
import { findSession } from '@gwanje/backend/identity/sessions';
import { listNewBrowsers } from '@gwanje/backend/identity/sign-ins';
import { findUserByNo } from '@gwanje/backend/identity/users';
import { deleteAged } from '@gwanje/backend/retention/aged-table';
import type { SecuritySettings } from '@gwanje/contract/settings/security';
import { changeRows, rowsOf } from '@gwanje/testkit/testing/rows';
import { expect, test } from 'vitest';
import { auditOf, insertUser, loginSiteForTests, PASSWORD, setRules } from '../testing/login-site.ts';

const site = loginSiteForTests();
const DAY_MS = 86_400_000;
const NEW = 'a much better sentence';

const isSignedIn = async (token: string | undefined) =>
  token !== undefined && (await findSession(site.db, token, site.clock.now())) !== null;

test('a user with as many sessions as allowed sees them, and may end the one unused for longest', async () => {
  await setRules(site, { maxSessions: 2 });
  await insertUser(site.db, { userId: 'many' });
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
  const open = await Promise.all(browsers.map(({ sessionToken }) => isSignedIn(sessionToken)));
  expect(open).toEqual([false, true, true]);
  // The browser's own session is replaced and does not count.
  expect((await third.signIn('many', PASSWORD)).statusCode).toBe(200);
});

test('a sign-in that is refused for too many sessions changes nothing', async () => {
  await setRules(site, { maxSessions: 1 });
  const userNo = await insertUser(site.db, { userId: 'crowded' });
  await insertUser(site.db, { userId: 'former' });
  await site.browser().signIn('crowded');
  const lastLoginAt = site.clock.now();
  const shared = site.browser();
  await shared.signIn('former');
  site.clock.advance(60_000);
  expect((await shared.signIn('crowded')).json().data.reason).toBe('tooManySessions');
  expect(await isSignedIn(shared.sessionToken)).toBe(true);
  expect(await findUserByNo(site.db, userNo)).toMatchObject({ lastLoginAt });
});

test('a wrong password does not show how many sessions there are', async () => {
  await setRules(site, { maxSessions: 1 });
  await insertUser(site.db, { userId: 'quiet' });
  await site.browser().signIn('quiet', PASSWORD);
  const { data } = (await site.browser().signIn('quiet', 'wrong password')).json();
  expect(data).toEqual({ reason: 'wrongCredentials' });
});

test('a user signs in only from the networks of the role', async () => {
  const networks = { totalAdmin: [], groupAdmin: [], user: ['192.0.2.0/24'], token: [], wallboard: [] };
  await setRules(site, { networks });
  await insertUser(site.db, { userId: 'outside' });
  await insertUser(site.db, { userId: 'manager', role: 3 });
  expect((await site.browser().signIn('outside', PASSWORD)).json().data.reason).toBe('network');
  expect(await auditOf(site.db)).toContainEqual(
    expect.objectContaining({ action: 'session.create', outcome: 'denied', detail: { reason: 'network' } }),
  );
  expect((await site.browser().signIn('manager', PASSWORD)).statusCode).toBe(200);
  await setRules(site, {});
  const browser = site.browser();
  expect((await browser.signIn('outside', PASSWORD)).statusCode).toBe(200);
  await setRules(site, { networks });
  expect((await browser.navigate('/portal')).headers.location).toContain('/login');
});

test('a password that is too old must be replaced by one that was not used lately', async () => {
  await setRules(site, {});
  const userNo = await insertUser(site.db, { userId: 'aged' });
  const changedAt = { passwordChangedAt: site.clock.now() };
  await changeRows(site.db, 'userAccount', { userNo }, changedAt);
  await setRules(site, { passwordMaxDays: 90, passwordHistoryCnt: 2, passwordMinLength: 12 });
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
  const userNo = await insertUser(site.db, { userId: 'mailed', email: 'mailed@example.com' });
  await site.browser().signIn('mailed', PASSWORD);
  const signInWithNewBrowser = async (rules: Partial<SecuritySettings>) => {
    await setRules(site, rules);
    await site.browser().signIn('mailed', PASSWORD);
    const signIns = await rowsOf(site.db, 'signIn', { userNo }, ['isNewBrowser', 'mailDueAt'], ['signInId']);
    return signIns.at(-1);
  };
  expect(await signInWithNewBrowser({})).toEqual({ isNewBrowser: true, mailDueAt: site.clock.now() });
  const silent = await signInWithNewBrowser({ mailsNewBrowser: false });
  expect(silent).toEqual({ isNewBrowser: true, mailDueAt: null });
});

test('a sign-in with a new browser is shown in the other browsers of the user, but the first one of an account is not', async () => {
  const userNo = await insertUser(site.db, { userId: 'watched' });
  const [first, second] = [site.browser(), site.browser()];
  for (const browser of [first, second, first, second]) await browser.signIn('watched', PASSWORD);
  const sessions = await rowsOf(site.db, 'session', { userNo }, ['loginBrowserHash']);
  const shown = sessions.map(({ loginBrowserHash }) =>
    listNewBrowsers(site.db, userNo, loginBrowserHash ?? Buffer.alloc(0), site.clock.now()),
  );
  expect((await Promise.all(shown)).map((list) => list.length).sort()).toEqual([0, 1]);
});

test('a new browser is marked and mailed also when the user has signed in with none for 181 days', async () => {
  await setRules(site, {});
  const userNo = await insertUser(site.db, { userId: 'away', email: 'away@example.com' });
  await site.browser().signIn('away', PASSWORD);
  site.clock.advance(181 * DAY_MS);
  // Retention counts the age of a row from the newest one.
  await insertUser(site.db, { userId: 'present' });
  await site.browser().signIn('present', PASSWORD);
  for (const table of agedIdentityTables) await deleteAged(site.db, table, site.clock.now());
  await site.browser().signIn('away', PASSWORD);
  const signIns = await rowsOf(site.db, 'signIn', { userNo }, ['isNewBrowser', 'mailDueAt']);
  expect(signIns).toEqual([{ isNewBrowser: true, mailDueAt: site.clock.now() }]);
});

test('an account is locked after as many wrong passwords as the rules say', async () => {
  await setRules(site, { lockAfterCnt: 3 });
  await insertUser(site.db, { userId: 'guarded' });
  for (let attempt = 0; attempt < 3; attempt++) await site.browser().signIn('guarded', 'wrong password');
  expect((await site.browser().signIn('guarded', PASSWORD)).json().code).toBe(8007);
});
