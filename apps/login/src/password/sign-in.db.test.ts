import { openDatabase } from '@gwanje/backend/database/connection';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { rowOf } from '@gwanje/testkit/testing/rows';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditOf, insertUser, loginSiteForTests, openLoginSite, PASSWORD } from '../testing/login-site.ts';

const site = loginSiteForTests();

beforeAll(async () => {
  await insertUser(site.db, { userId: 'operator', name: '김운영', role: 3 });
  await insertUser(site.db, { userId: 'suspended', status: 2 });
  await insertUser(site.db, { userId: 'terminated', status: 3 });
  await insertUser(site.db, { userId: 'restricted', status: 4 });
  await insertUser(site.db, { userId: 'federated', hasPassword: false });
});

describe('signing in', () => {
  test('returns the user and sets a cookie that opens the portal', async () => {
    const browser = site.browser();
    const answer = await browser.signIn('operator');
    expect(answer.statusCode).toBe(200);
    const user = { userId: 'operator', name: '김운영', role: 3, isKeyUser: 'N' };
    expect(answer.json()).toMatchObject({ code: 200, data: { user } });
    expect(answer.body).not.toContain('argon2');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await browser.navigate('/portal')).statusCode).toBe(200);
  });

  test.each([' operator ', 'OPERATOR', 'Operator\n'])('accepts %j for operator', async (userId) => {
    expect((await site.browser().signIn(userId)).statusCode).toBe(200);
  });

  test('stores the hash of the token, its origin and the time, never the token', async () => {
    const browser = site.browser();
    await browser.signIn('operator', PASSWORD, { 'user-agent': 'Firefox of a test' });
    const token = browser.sessionToken ?? '';
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const row = await rowOf(site.db, 'session', { tokenHash: hashToken(token) });
    expect(row).toMatchObject({ userAgent: 'Firefox of a test', address: '127.0.0.1' });
    expect(JSON.stringify(row)).not.toContain(token);
    const account = await rowOf(site.db, 'userAccount', { userId: 'operator' }, ['lastLoginAt']);
    expect(account.lastLoginAt).toEqual(site.clock.now());
  });

  test("gives a fresh token each time and ends the browser's previous session", async () => {
    const browser = site.browser();
    await browser.signIn('operator');
    const first = browser.sessionToken;
    await browser.signIn('operator');
    expect(browser.sessionToken).not.toBe(first);
    const old = site.browser();
    old.cookies.set('gwanje_session', { value: first ?? '', path: '/' });
    expect((await old.navigate('/portal')).headers.location).toMatch(/^\/login/);
  });

  test('never reuses a session token that was set before (session fixation)', async () => {
    const planted = 'A'.repeat(43);
    const browser = site.browser();
    browser.cookies.set('gwanje_session', { value: planted, path: '/' });
    await browser.signIn('operator');
    expect(browser.sessionToken).not.toBe(planted);
    const attacker = site.browser();
    attacker.cookies.set('gwanje_session', { value: planted, path: '/' });
    expect((await attacker.navigate('/portal')).statusCode).toBe(302);
  });

  test('is audited', async () => {
    await site.browser().signIn('operator');
    expect((await auditOf(site.db)).at(-1)).toMatchObject({
      action: 'session.create',
      outcome: 'done',
      actorUserId: 'operator',
      detail: { method: 'password' },
    });
  });
});

describe('a failed sign-in', () => {
  test('has the same response for a wrong password, an unknown user and a user without a password', async () => {
    const answers = await Promise.all([
      site.browser().signIn('operator', 'wrong password'),
      site.browser().signIn('nobody.here', 'wrong password'),
      site.browser().signIn('federated', 'wrong password'),
      site.browser().signIn('한글 아이디', 'wrong password'),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(answers[0]?.json());
      expect(answer.json()).toMatchObject({ code: 8002, data: { reason: 'wrongCredentials' } });
      expect(answer.cookies).toEqual([]);
    }
    await site.browser().signIn('operator');
  });

  test('is audited with its reason, but without the typed user id of an unknown account', async () => {
    await site.browser().signIn('hunter2-typed-here', 'wrong password');
    await site.browser().signIn('operator', 'wrong password');
    const records = (await auditOf(site.db)).slice(-2);
    expect(records).toMatchObject([
      { action: 'session.create', outcome: 'failed', targetId: null, detail: { reason: 'unknownUser' } },
      { action: 'session.create', outcome: 'failed', actorUserId: null, detail: { reason: 'wrongPassword' } },
    ]);
    expect(JSON.stringify(records)).not.toMatch(/hunter2|wrong password/);
    await site.browser().signIn('operator');
  });
});

describe('an account that may not sign in', () => {
  test.each([
    ['suspended', 'suspended'],
    ['terminated', 'terminated'],
  ])('%s: the response names the status, but only with the right password', async (userId, reason) => {
    expect((await site.browser().signIn(userId, 'wrong password')).json().data).toEqual({
      reason: 'wrongCredentials',
    });
    const answer = await site.browser().signIn(userId);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 8005, data: { reason } });
    expect(answer.cookies).toEqual([]);
    expect((await auditOf(site.db)).at(-1)).toMatchObject({ outcome: 'denied', detail: { reason } });
  });

  test('restricted: may sign in', async () => {
    expect((await site.browser().signIn('restricted')).statusCode).toBe(200);
  });

  test('suspended while signed in: the next request has no session', async () => {
    const userNo = await insertUser(site.db, { userId: 'soon.suspended' });
    const browser = site.browser();
    await browser.signIn('soon.suspended');
    await site.db.updateTable('userAccount').set({ status: 2 }).where('userNo', '=', userNo).execute();
    expect((await browser.navigate('/portal')).headers.location).toMatch(/^\/login/);
    expect((await browser.call('DELETE', '/api/session')).json().code).toBe(9999);
  });
});

describe('the session cookie', () => {
  test.each([
    ['on localhost', {}, 'gwanje_session', { httpOnly: true, sameSite: 'Lax', path: '/' }],
    [
      'on a parent domain over https',
      {
        GWANJE_PUBLIC_URL: 'https://console.example.com',
        GWANJE_LOGIN_URL: 'https://login.example.com',
        GWANJE_COOKIE_DOMAIN: '.example.com',
      },
      '__Secure-gwanje_session',
      { httpOnly: true, sameSite: 'Lax', path: '/', secure: true, domain: 'example.com' },
    ],
    [
      'on one host over https',
      {
        GWANJE_PUBLIC_URL: 'https://gwanje.example.com',
        GWANJE_LOGIN_URL: 'https://gwanje.example.com:8443',
      },
      '__Host-gwanje_session',
      { httpOnly: true, sameSite: 'Lax', path: '/', secure: true },
    ],
  ])('%s', async (_where, environment, name, attributes) => {
    const other = await openLoginSite(site.db, environment);
    const browser = other.browser();
    const answer = await browser.signIn('operator');
    expect(answer.cookies[0]).toEqual({ name, value: expect.any(String), ...attributes });
    const out = await browser.call('DELETE', '/api/session');
    expect(out.cookies[0]).toMatchObject({ name, value: '', ...attributes });
    expect(browser.cookies.has(name)).toBe(false);
    await other.app.close();
  });
});

test('reports an unreachable database in API responses and pages, and is not ready', async () => {
  const lost = openDatabase({ socketDir: '/tmp/gwanje-no-such-folder' });
  const other = await openLoginSite(lost.db);
  const browser = other.browser();
  browser.cookies.set('gwanje_session', { value: 'A'.repeat(43), path: '/' });
  const answer = await browser.signIn('operator');
  expect(answer.statusCode).toBe(503);
  expect(answer.json().code).toBe(8008);
  expect(answer.headers['retry-after']).toBe('5');
  const page = await browser.navigate('/portal');
  expect(page.statusCode).toBe(503);
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  expect(page.body).toContain('지금은 처리할 수 없습니다.');
  expect((await browser.navigate('/readyz')).statusCode).toBe(503);
  expect((await browser.navigate('/healthz')).statusCode).toBe(200);
  await other.app.close();
  await lost.close();
});
