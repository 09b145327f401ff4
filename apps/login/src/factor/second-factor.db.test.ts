import { findSession } from '@gwanje/backend/identity/sessions';
import { SoftPasskey, totpCode } from '@gwanje/testkit/testing/authenticator';
import { changeRows, rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  auditOf,
  type Browser,
  insertUser,
  loginSiteForTests,
  PASSWORD,
  setRules,
} from '../testing/login-site.ts';

const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const site = loginSiteForTests();
let userCnt = 0;
let userId: string;
let userNo: number;

beforeEach(async () => {
  await setRules(site, {});
  await site.db.deleteFrom('loginThrottle').execute();
  userId = `user-${userCnt++}`;
  userNo = await insertUser(site.db, { userId });
});

async function post(browser: Browser, path: string, body: unknown = {}) {
  return (await browser.call('POST', path, body)).json();
}
const enter = (browser: Browser, code: unknown) => post(browser, '/api/session/code', { code });
const remove = async (browser: Browser, path: string) => (await browser.call('DELETE', path)).json();
const codeNow = (secret: string, aheadMs = 0) =>
  totpCode(secret, new Date(site.clock.now().getTime() + aheadMs));

/** The user sets up an authenticator app in a signed-in browser. */
async function enrolTotp(browser: Browser): Promise<{ secret: string; codes: string[] }> {
  const { data } = await post(browser, '/api/factors/totp');
  const done = await post(browser, '/api/factors/totp/code', { code: codeNow(data.secret) });
  expect(done.code).toBe(200);
  site.clock.advance(STEP_MS);
  return { secret: data.secret, codes: done.data.recoveryCodeList };
}

async function enrolPasskey(browser: Browser, name = '노트북'): Promise<SoftPasskey> {
  const passkey = new SoftPasskey('localhost', site.settings.loginUrl);
  const { data } = await post(browser, '/api/factors/passkey-options');
  const done = await post(browser, '/api/factors/passkey', { passkey: passkey.create(data.options), name });
  expect(done.code).toBe(200);
  return passkey;
}

async function signedIn(): Promise<Browser> {
  const browser = site.browser();
  expect((await browser.signIn(userId)).json().data.user.userId).toBe(userId);
  return browser;
}

async function passwordGiven(): Promise<Browser> {
  const browser = site.browser();
  expect((await browser.signIn(userId)).json()).toMatchObject({ code: 200, data: { next: 'secondFactor' } });
  expect(browser.sessionToken).toBeUndefined();
  return browser;
}

const hasSession = async ({ sessionToken }: Browser) =>
  sessionToken !== undefined && (await findSession(site.db, sessionToken, site.clock.now())) !== null;

describe('an authenticator app', () => {
  test('is asked for after the password, and opens the session', async () => {
    const { secret } = await enrolTotp(await signedIn());
    const browser = await passwordGiven();
    expect((await browser.navigate('/portal')).statusCode).toBe(302);
    expect((await browser.navigate('/second-factor')).body).toContain('id="second-factor"');
    expect((await enter(browser, codeNow(secret))).code).toBe(200);
    expect(await hasSession(browser)).toBe(true);
    expect((await auditOf(site.db)).at(-1)).toMatchObject({
      action: 'session.create',
      detail: { method: 'totp' },
    });
  });

  test('accepts each code once, and codes of the neighbouring steps', async () => {
    const { secret } = await enrolTotp(await signedIn());
    site.clock.advance(5 * STEP_MS);
    const code = codeNow(secret, -STEP_MS);
    expect((await enter(await passwordGiven(), code)).code).toBe(200);
    const again = await enter(await passwordGiven(), code);
    expect(again).toMatchObject({ code: 8002, data: { reason: 'wrongCode' } });
    expect((await enter(await passwordGiven(), codeNow(secret, STEP_MS))).code).toBe(200);
    // A code of an earlier step was not used, but somebody may have seen it.
    expect((await enter(await passwordGiven(), codeNow(secret))).code).toBe(8002);
    expect((await enter(await passwordGiven(), codeNow(secret, 3 * STEP_MS))).code).toBe(8002);
  });

  test('opens one session when the same code comes twice at once', async () => {
    const { secret } = await enrolTotp(await signedIn());
    const browsers = [await passwordGiven(), await passwordGiven()];
    const code = codeNow(secret);
    const answers = await Promise.all(browsers.map((browser) => enter(browser, code)));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 8002]);
  });

  test('is not in use before a code of it was typed', async () => {
    const browser = await signedIn();
    await post(browser, '/api/factors/totp');
    expect((await post(browser, '/api/factors/totp/code', { code: '000000' })).code).toBe(8002);
    await signedIn();
  });

  test('is not replaced while it is in use, and no call shows its secret again', async () => {
    const browser = await signedIn();
    const { secret } = await enrolTotp(browser);
    expect((await post(browser, '/api/factors/totp')).data.reason).toBe('alreadyEnrolled');
    expect((await browser.navigate('/portal')).body).not.toContain(secret);
    expect(JSON.stringify(await auditOf(site.db))).not.toContain(secret);
  });

  test('locks the second step after five wrong codes, also when the password is right in between', async () => {
    const { secret } = await enrolTotp(await signedIn());
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await enter(await passwordGiven(), '000000')).code).toBe(8002);
    const locked = await enter(await passwordGiven(), codeNow(secret));
    expect(locked).toMatchObject({ code: 8007, data: { reason: 'locked' } });
    site.clock.advance(MINUTE_MS);
    expect((await enter(await passwordGiven(), codeNow(secret))).code).toBe(200);
  });
});

describe('recovery codes', () => {
  test('come with the first factor, and each signs in once, however it is typed', async () => {
    const { codes } = await enrolTotp(await signedIn());
    expect(codes).toHaveLength(10);
    const typed = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ');
    expect((await enter(await passwordGiven(), typed)).code).toBe(200);
    expect((await enter(await passwordGiven(), codes[0])).code).toBe(8002);
    const rows = await rowsOf(site.db, 'recoveryCode', { userNo });
    expect(rows).toHaveLength(9);
    expect(JSON.stringify(rows)).not.toContain(codes[1]);
  });

  test('are replaced by new ones', async () => {
    const browser = await signedIn();
    const { codes } = await enrolTotp(browser);
    const { data } = await post(browser, '/api/factors/recovery-codes');
    expect(data.recoveryCodeList).toHaveLength(10);
    expect((await enter(await passwordGiven(), codes[3])).code).toBe(8002);
    expect((await enter(await passwordGiven(), data.recoveryCodeList[3])).code).toBe(200);
  });

  test('end with the last factor', async () => {
    const browser = await signedIn();
    await enrolTotp(browser);
    expect((await remove(browser, '/api/factors/totp')).code).toBe(200);
    expect(await rowsOf(site.db, 'recoveryCode', { userNo })).toEqual([]);
    expect((await post(browser, '/api/factors/recovery-codes')).code).toBe(8004);
    await signedIn();
  });
});

describe('a passkey', () => {
  const options = async (browser: Browser) =>
    (await post(browser, '/api/session/passkey-options')).data.options;

  test('signs in without a password, and each challenge once', async () => {
    const passkey = await enrolPasskey(await signedIn());
    const browser = site.browser();
    const signature = passkey.use(await options(browser));
    expect((await post(browser, '/api/session/passkey', { passkey: signature })).code).toBe(200);
    expect(await hasSession(browser)).toBe(true);
    const again = await post(browser, '/api/session/passkey', { passkey: signature });
    expect(again).toMatchObject({ code: 8002, data: { reason: 'wrongPasskey' } });
  });

  test('is registered with everything that a browser sends about it', async () => {
    const browser = await signedIn();
    const passkey = new SoftPasskey('localhost', site.settings.loginUrl);
    const { data } = await post(browser, '/api/factors/passkey-options');
    const sent = { ...passkey.create(data.options), clientExtensionResults: { note: 'x'.repeat(8000) } };
    expect((await post(browser, '/api/factors/passkey', { passkey: sent, name: '노트북' })).code).toBe(200);
  });

  test('finishes a sign-in with the password', async () => {
    const passkey = await enrolPasskey(await signedIn());
    const browser = await passwordGiven();
    const signature = passkey.use(await options(browser));
    expect((await post(browser, '/api/session/passkey', { passkey: signature })).code).toBe(200);
    expect(await hasSession(browser)).toBe(true);
  });

  test.each([
    ['in another browser', {}, true],
    ['for another site', { origin: 'https://evil.example' }, false],
    ['without PIN or fingerprint', { isVerified: false }, false],
  ])('does not sign in %s', async (_where, how, isElsewhere) => {
    const passkey = await enrolPasskey(await signedIn());
    const browser = site.browser();
    const signature = passkey.use(await options(browser), how);
    const sender = isElsewhere ? site.browser() : browser;
    expect((await post(sender, '/api/session/passkey', { passkey: signature })).code).toBe(8002);
    expect(await hasSession(sender)).toBe(false);
  });

  test('does not sign in after five minutes', async () => {
    const passkey = await enrolPasskey(await signedIn());
    const browser = site.browser();
    const signature = passkey.use(await options(browser));
    site.clock.advance(5 * MINUTE_MS);
    expect((await post(browser, '/api/session/passkey', { passkey: signature })).code).toBe(8002);
  });

  test('is renamed and removed by its owner only', async () => {
    const browser = await signedIn();
    await enrolPasskey(browser, '사무실 <b>');
    const { passkeyId } = await rowOf(site.db, 'passkey', { userNo }, ['passkeyId']);
    const path = `/api/factors/passkey/${passkeyId}`;
    const other = site.browser();
    await insertUser(site.db, { userId: `${userId}-other` });
    await other.signIn(`${userId}-other`);
    expect((await post(other, path, { name: 'mine' })).code).toBe(8003);
    expect((await remove(other, path)).code).toBe(8003);
    expect((await post(browser, path, { name: '집 <b>' })).code).toBe(200);
    expect((await browser.navigate('/portal')).body).toContain('집 &lt;b&gt;');
    expect((await remove(browser, path)).code).toBe(200);
    await signedIn();
  });
});

describe('a role that needs a second factor', () => {
  beforeEach(() => setRules(site, { factorRoles: [2] }));

  test('makes its users enrol one before they get a session', async () => {
    const browser = site.browser();
    expect((await browser.signIn(userId)).json()).toMatchObject({ data: { next: 'enrolment' } });
    expect(browser.sessionToken).toBeUndefined();
    expect((await browser.navigate('/second-factor')).body).toContain('data-is-enrolment');
    expect((await post(browser, '/api/session/enrolled')).data.reason).toBe('notEnrolled');
    const { data } = await post(browser, '/api/factors/totp');
    const done = await post(browser, '/api/factors/totp/code', { code: codeNow(data.secret) });
    expect(done.data.recoveryCodeList).toHaveLength(10);
    // The first factor ends the right to enrol others without a session.
    expect((await post(browser, '/api/factors/passkey-options')).code).toBe(9999);
    expect((await post(browser, '/api/session/enrolled')).code).toBe(200);
    expect(await hasSession(browser)).toBe(true);
  });

  test('does not let them remove the last one', async () => {
    const browser = site.browser();
    await browser.signIn(userId);
    await enrolTotp(browser);
    await post(browser, '/api/session/enrolled');
    expect((await remove(browser, '/api/factors/totp')).data.reason).toBe('requiredByRole');
    await passwordGiven();
  });

  test('does not concern other roles', async () => {
    await setRules(site, { factorRoles: [10, 1, 3] });
    await signedIn();
  });
});

describe('a sign-in that waits for the second factor', () => {
  test.each([
    ['ten minutes have passed', async () => site.clock.advance(10 * MINUTE_MS)],
    ['the account was changed', () => changeRows(site.db, 'userAccount', { userNo }, { version: 99 })],
  ])('is over when %s', async (_why, happen) => {
    const { secret } = await enrolTotp(await signedIn());
    const browser = await passwordGiven();
    await happen();
    expect((await enter(browser, codeNow(secret))).code).toBe(9999);
  });

  test('belongs to the browser with the password', async () => {
    const { secret } = await enrolTotp(await signedIn());
    await passwordGiven();
    expect((await enter(site.browser(), codeNow(secret))).code).toBe(9999);
  });

  test('asks which session to end, and the same code works with the answer', async () => {
    const { secret } = await enrolTotp(await signedIn());
    await setRules(site, { maxSessions: 1 });
    const browser = await passwordGiven();
    const body = { code: codeNow(secret) };
    expect((await post(browser, '/api/session/code', body)).data.reason).toBe('tooManySessions');
    expect((await post(browser, '/api/session/code', { ...body, endsOthers: true })).code).toBe(200);
  });
});

describe('factors of an open session', () => {
  test('are changed only with a fresh proof of identity', async () => {
    const browser = await signedIn();
    site.clock.advance(15 * MINUTE_MS);
    expect((await post(browser, '/api/factors/totp')).code).toBe(8012);
    expect((await browser.navigate('/portal')).body).toContain('id="proof"');
    const wrong = await post(browser, '/api/proof', { password: 'wrong password' });
    expect(wrong).toMatchObject({ code: 8002, data: { field: 'password', reason: 'wrongProof' } });
    expect((await post(browser, '/api/proof', { password: PASSWORD })).code).toBe(200);
    const { secret } = await enrolTotp(browser);
    site.clock.advance(15 * MINUTE_MS);
    // From now on the password alone is no proof.
    expect((await post(browser, '/api/proof', { password: PASSWORD })).code).toBe(8002);
    expect((await post(browser, '/api/proof', { code: codeNow(secret) })).code).toBe(200);
    const passkey = await enrolPasskey(browser);
    const { data } = await post(browser, '/api/proof/passkey-options');
    expect((await post(browser, '/api/proof', { passkey: passkey.use(data.options) })).code).toBe(200);
  });

  test('are not reached by changing the password, which needs a proof and is none', async () => {
    const browser = await signedIn();
    const { secret } = await enrolTotp(browser);
    const change = (currentPassword: string, newPassword: string) =>
      post(browser, '/api/password', { currentPassword, newPassword });
    site.clock.advance(15 * MINUTE_MS);
    expect((await change(PASSWORD, 'a much better sentence')).code).toBe(8012);
    expect((await browser.navigate('/portal')).body).not.toContain('id="password-change"');
    await post(browser, '/api/proof', { code: codeNow(secret) });
    site.clock.advance(10 * MINUTE_MS);
    expect((await change(PASSWORD, 'a much better sentence')).code).toBe(200);
    site.clock.advance(5 * MINUTE_MS);
    expect((await remove(browser, '/api/factors/totp')).code).toBe(8012);
  });

  test('are locked for the session after five wrong proofs', async () => {
    const browser = await signedIn();
    for (let attempt = 0; attempt < 5; attempt++) await post(browser, '/api/proof', { password: 'wrong' });
    expect((await post(browser, '/api/proof', { password: PASSWORD })).code).toBe(8007);
    await signedIn();
  });

  test('cannot be set up by users of single sign-on', async () => {
    const browser = await signedIn();
    await changeRows(site.db, 'userAccount', { userNo }, { passwordHash: null });
    expect((await post(browser, '/api/factors/totp')).data.reason).toBe('singleSignOn');
  });
});
