import { generateKeyPairSync } from 'node:crypto';
import { findSession, isProofFresh } from '@gwanje/backend/identity/sessions';
import { findLastSignOn, readSignOnRules, replaceSignOnRules } from '@gwanje/backend/identity/sign-on-rules';
import { findUserById } from '@gwanje/backend/identity/users';
import { nameKey } from '@gwanje/contract/definition/fields';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { addRow, addRows, changeRows, rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type IdentityProvider,
  startIdentityProvider,
} from '../testing/identity-provider.ts';
import { auditOf, insertUser, type LoginSite, openLoginSite } from '../testing/login-site.ts';
import { SignOnDriver } from '../testing/sign-on-driver.ts';

const LOGIN_URL = 'http://localhost:4101';
const MINUTE_MS = 60_000;

let database: TestDatabase;
let provider: IdentityProvider;
let site: LoginSite;
const subGroupIds = new Map<string, number>();

beforeAll(async () => {
  database = await openTestDatabase();
  await insertGroups('커머스', ['운영', '개발']);
  await insertGroups('플랫폼', ['공용']);
  provider = await startIdentityProvider(
    LOGIN_URL,
    async (path, body) => (await postBackchannel(body, path)).statusCode,
  );
  site = await openSite();
});

afterAll(async () => {
  await site?.app.close();
  await provider?.[Symbol.asyncDispose]();
  await database?.close();
});

function openSite(environment: Readonly<Record<string, string>> = {}): Promise<LoginSite> {
  return openLoginSite(database.db, {
    GWANJE_OIDC_ISSUER: provider.issuer,
    GWANJE_OIDC_CLIENT_ID: CLIENT_ID,
    GWANJE_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    GWANJE_OIDC_SCOPE: 'openid profile email work',
    GWANJE_OIDC_ROLE_CLAIM: 'roles',
    GWANJE_OIDC_ROLE_MAP: 'chiefs=10,admins=1,leads=3,staff=2',
    GWANJE_OIDC_GROUP_CLAIM: 'groups',
    GWANJE_OIDC_GROUP_MAP: 'ops=커머스/운영,dev=커머스/개발,ghosts=없는 그룹/없음',
    ...environment,
  });
}

/** Another site that is closed after the test. */
async function openOther(environment: Readonly<Record<string, string>>): Promise<LoginSite> {
  const other = await openSite(environment);
  onTestFinished(() => other.app.close());
  return other;
}

/** Signs a person with these claims on, and returns the answer. */
function signOn(subject: string, claims: Record<string, unknown>, on: LoginSite = site) {
  provider.people.set(subject, { roles: ['staff'], ...claims });
  return driver(on).signOn(subject);
}

async function insertGroups(meta: string, subs: string[]): Promise<void> {
  const { metaGroupId } = await addRow(database.db, 'metaGroup', { name: meta, nameKey: nameKey(meta) });
  for (const name of subs) {
    const row = { metaGroupId, name, nameKey: nameKey(name) };
    subGroupIds.set(name, (await addRow(database.db, 'subGroup', row)).subGroupId);
  }
}

function postBackchannel(body: string, path = '/oidc/backchannel-logout', on = site) {
  return on.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: body,
  });
}

function driver(on: LoginSite = site): SignOnDriver {
  return new SignOnDriver(on.browser(), provider.issuer);
}

async function account(userId: string) {
  const user = await findUserById(database.db, userId);
  if (!user) throw new Error(`no user ${userId}`);
  const members = await database.db
    .selectFrom('subGroupMember')
    .innerJoin('subGroup', 'subGroup.subGroupId', 'subGroupMember.subGroupId')
    .select('subGroup.name')
    .where('userNo', '=', user.userNo)
    .orderBy('subGroup.name')
    .execute();
  return { ...user, groups: members.map((member) => member.name) };
}

describe('an account that the provider created by SCIM', () => {
  let count = 0;
  async function provisioned(values: { readonly externalId?: string; readonly status?: number } = {}) {
    const userId = `scim.${++count}`;
    const userName = `${userId}@Example.com`;
    const { userNo } = await addRow(database.db, 'userAccount', {
      userId,
      name: userId,
      email: null,
      role: 2,
      status: values.status ?? 1,
      passwordHash: 'x',
    });
    const { externalId = null } = values;
    await addRows(database.db, 'scimUser', { userNo, userName, userNameKey: nameKey(userName), externalId });
    return { userNo, userId, userName };
  }

  async function userNoAfterSignOn(oidcSubject: string, claims: Record<string, unknown>) {
    await signOn(oidcSubject, claims);
    return rowOf(database.db, 'userAccount', { oidcSubject }, ['userNo', 'passwordHash']);
  }

  test('is found by its name at the first sign-on, and from then on by the subject alone', async () => {
    const { userNo, userName } = await provisioned();
    const found = await userNoAfterSignOn('p-1', { preferred_username: userName.toLowerCase() });
    expect(found).toEqual({ userNo, passwordHash: null });
    const linked = (await auditOf(database.db)).filter(({ action }) => action === 'user.link');
    expect(linked).toMatchObject([{ targetId: String(userNo), detail: { source: 'oidc', userName } }]);
    expect(await userNoAfterSignOn('p-1', { preferred_username: 'renamed' })).toMatchObject({ userNo });
    expect(await userNoAfterSignOn('p-2', { preferred_username: userName })).not.toMatchObject({ userNo });
  });

  test('is found by the external id before a name', async () => {
    const [named, identified] = [await provisioned(), await provisioned({ externalId: 'p-3' })];
    const found = await userNoAfterSignOn('p-3', { preferred_username: named.userName });
    expect(found).toMatchObject({ userNo: identified.userNo });
  });

  test('is found by a verified e-mail address only', async () => {
    const { userNo, userName } = await provisioned();
    expect(await userNoAfterSignOn('p-4', { email: userName })).not.toMatchObject({ userNo });
    expect(await userNoAfterSignOn('p-5', { email: userName, email_verified: true })).toMatchObject({
      userNo,
    });
  });

  test('stays suspended', async () => {
    const { userName } = await provisioned({ status: 2 });
    expect((await signOn('p-6', { preferred_username: userName })).statusCode).toBe(403);
  });
});

describe('signing on', () => {
  test('creates the account from the claims, grants its groups and returns to the requested page', async () => {
    provider.people.set('s-100', {
      name: '홍길동',
      preferred_username: 'Gildong',
      email: 'gildong@example.com',
      roles: ['leads', 'staff'],
      groups: ['ops', 'ghosts', 'unmapped'],
    });
    const person = driver();
    const answer = await person.signOn(
      's-100',
      `/oidc/start?returnUrl=${encodeURIComponent('http://localhost:4100/main')}`,
    );
    expect(answer.statusCode).toBe(302);
    expect(answer.headers.location).toBe('http://localhost:4100/main');
    expect(answer.cookies.find((cookie) => cookie.name === 'gwanje_session')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    });
    expect(await account('gildong')).toMatchObject({
      name: '홍길동',
      email: 'gildong@example.com',
      role: 3,
      isKeyUser: false,
      passwordHash: null,
      oidcIssuer: provider.issuer,
      oidcSubject: 's-100',
      groups: ['운영'],
    });
    expect((await person.browser.navigate('/portal')).body).toContain('홍길동');
    const records = (await auditOf(database.db)).filter((record) => record.actorUserId === 'gildong');
    expect(records.map((record) => record.action)).toEqual(['user.create', 'user.update', 'session.create']);
  });

  test('again finds the same account and follows changed claims; manually granted groups stay', async () => {
    await signOn('s-101', { preferred_username: 'chulsoo', groups: ['ops'] });
    const { userNo } = await account('chulsoo');
    await addRows(database.db, 'subGroupMember', { userNo, subGroupId: subGroupIds.get('공용') ?? 0 });
    await signOn('s-101', { preferred_username: 'renamed', roles: ['admins'], groups: ['dev'] });
    expect(await account('chulsoo')).toMatchObject({
      userNo,
      role: 1,
      isKeyUser: false,
      version: 2,
      groups: ['개발', '공용'],
    });
    expect(await findUserById(database.db, 'renamed')).toBeUndefined();
    const change = { source: 'oidc', from: { role: 2, isKeyUser: false }, to: { role: 1, isKeyUser: false } };
    expect(await auditOf(database.db)).toContainEqual(
      expect.objectContaining({ action: 'user.update', detail: expect.objectContaining(change) }),
    );
  });

  test('does not take over a local account with the same user id or e-mail', async () => {
    const localNo = await insertUser(database.db, { userId: 'admin', role: 1 });
    await signOn('s-102', { preferred_username: 'admin', email: 'admin@example.com' });
    expect((await account('admin')).userNo).toBe(localNo);
    expect(await account('admin-2')).toMatchObject({ oidcSubject: 's-102', role: 2 });
  });

  test('in two windows for the first time creates one account', async () => {
    provider.people.set('s-103', { preferred_username: 'twin', roles: ['staff'] });
    const [one, two] = [driver(), driver()];
    const [first, second] = [await one.callbackUrl('s-103'), await two.callbackUrl('s-103')];
    const answers = await Promise.all([one.comeBack(first), two.comeBack(second)]);
    expect(answers.map((answer) => answer.headers.location)).toEqual([`${LOGIN_URL}/`, `${LOGIN_URL}/`]);
    const rows = await rowsOf(database.db, 'userAccount', { oidcSubject: 's-103' }, ['userId']);
    expect(rows).toEqual([{ userId: 'twin' }]);
  });

  test('in two tabs of one browser works in both', async () => {
    provider.people.set('s-104', { preferred_username: 'tabs', roles: ['staff'] });
    const person = driver();
    const first = await person.callbackUrl('s-104');
    const second = await person.callbackUrl('s-104');
    expect((await person.comeBack(first)).statusCode).toBe(302);
    expect((await person.comeBack(second)).statusCode).toBe(302);
  });

  test('without a mapped role is refused and creates no account', async () => {
    const answer = await signOn('s-105', { preferred_username: 'outsider', roles: ['visitors'] });
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('이 시스템을 사용할 권한이 없습니다.');
    expect(answer.cookies).toEqual([]);
    expect(await findUserById(database.db, 'outsider')).toBeUndefined();
    expect((await auditOf(database.db)).at(-1)).toMatchObject({
      action: 'session.create',
      outcome: 'denied',
      detail: { reason: 'noRole' },
    });
  });

  test('with a suspended account is refused', async () => {
    await signOn('s-106', { preferred_username: 'paused' });
    await changeRows(database.db, 'userAccount', { userId: 'paused' }, { status: 2 });
    const answer = await driver().signOn('s-106');
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('정지된 계정입니다.');
    expect(answer.cookies).toEqual([]);
  });

  test('makes only users mapped to 10 key admins, and never demotes the last one', async () => {
    await signOn('s-107', { preferred_username: 'chief', roles: ['chiefs'] });
    expect(await account('chief')).toMatchObject({ role: 1, isKeyUser: true });
    expect((await signOn('s-107', { preferred_username: 'chief' })).statusCode).toBe(302);
    expect(await account('chief')).toMatchObject({ role: 1, isKeyUser: true });
    const detail = expect.objectContaining({ reason: 'lastKeyAdmin' });
    expect(await auditOf(database.db)).toContainEqual(expect.objectContaining({ outcome: 'denied', detail }));
    await insertUser(database.db, { userId: 'another.chief', role: 1, isKeyUser: true });
    await driver().signOn('s-107');
    expect(await account('chief')).toMatchObject({ role: 2, isKeyUser: false });
  });

  test('without rules leaves roles and groups to the administrators', async () => {
    const seeded = await readSignOnRules(database.db);
    await database.db.updateTable('signOnRules').set({ rules: '{}', version: 0 }).execute();
    onTestFinished(async () => {
      await replaceSignOnRules(database.db, seeded.rules, 0, site.clock.now());
    });
    const plain = await openLoginSite(database.db, {
      GWANJE_OIDC_ISSUER: provider.issuer,
      GWANJE_OIDC_CLIENT_ID: CLIENT_ID,
      GWANJE_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    });
    await signOn('s-108', { preferred_username: 'unmanaged', roles: ['chiefs'], groups: ['ops'] }, plain);
    expect(await account('unmanaged')).toMatchObject({ role: 2, isKeyUser: false, groups: [] });
    await changeRows(database.db, 'userAccount', { userId: 'unmanaged' }, { role: 3 });
    await driver(plain).signOn('s-108');
    expect(await account('unmanaged')).toMatchObject({ role: 3 });
    await plain.app.close();
  });

  test('follows rules that were changed in the console, and takes back what a removed rule gave', async () => {
    const { rules, version } = await readSignOnRules(database.db);
    await signOn('s-111', { preferred_username: 'ruled.one', groups: ['ops'] });
    expect(await account('ruled.one')).toMatchObject({ role: 2, groups: ['운영'] });
    const changed: typeof rules = {
      ruleList: [
        { claim: 'groups', match: 'pattern', value: 'o*s', role: 3, grantedSubGroupIdList: [] },
        { claim: 'roles', match: 'prefix', value: 'st', role: 2, grantedSubGroupIdList: [] },
      ],
      otherwise: 'refuse',
    };
    await replaceSignOnRules(database.db, changed, version, site.clock.now());
    onTestFinished(async () => {
      await replaceSignOnRules(database.db, rules, version + 1, site.clock.now());
    });
    await driver().signOn('s-111');
    expect(await account('ruled.one')).toMatchObject({ role: 3, groups: [] });
    const { userNo } = await account('ruled.one');
    const last = await findLastSignOn(database.db, userNo);
    expect(last).toMatchObject({ values: { groups: ['ops'], roles: ['staff'] }, grantedByRules: [] });
    const other = { preferred_username: 'ruled.one', roles: ['other'], groups: ['dev'] };
    expect((await signOn('s-111', other)).statusCode).toBe(403);
  });

  test('is not changed by the maps of the environment once there are rules', async () => {
    const before = await readSignOnRules(database.db);
    await openOther({ GWANJE_OIDC_ROLE_MAP: '*=1' });
    expect(await readSignOnRules(database.db)).toEqual(before);
  });

  test("replaces the browser's session", async () => {
    await insertUser(database.db, { userId: 'local.one' });
    provider.people.set('s-109', { preferred_username: 'switcher', roles: ['staff'] });
    const person = driver();
    await person.browser.signIn('local.one');
    const before = person.browser.sessionToken ?? '';
    await person.signOn('s-109');
    expect(person.browser.sessionToken).not.toBe(before);
    expect(await findSession(database.db, before, site.clock.now())).toBeNull();
  });

  test('sends PKCE, state and nonce, and no secret, through the browser', async () => {
    const begun = await site.browser().navigate('/oidc/start');
    const url = new URL(String(begun.headers.location));
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('code_challenge')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(url.searchParams.get('state')).toBeTruthy();
    expect(url.searchParams.get('nonce')).toBeTruthy();
    expect(url.href).not.toContain(CLIENT_SECRET);
    const cookie = begun.cookies.find((one) => one.name === 'gwanje_browser');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 34_560_000 });
    expect(url.href).not.toContain(cookie?.value);
  });

  test('never redirects to a URL of another origin', async () => {
    provider.people.set('s-110', { preferred_username: 'redirected', roles: ['staff'] });
    const answer = await driver().signOn('s-110', '/oidc/start?returnUrl=https://evil.example/');
    expect(answer.headers.location).toBe(`${LOGIN_URL}/`);
  });
});

describe('an unexpected callback of the provider', () => {
  beforeAll(() => {
    provider.people.set('s-200', { preferred_username: 'careful', roles: ['staff'] });
  });

  async function expectRefused(answer: Awaited<ReturnType<SignOnDriver['comeBack']>>, status = 400) {
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.body).toContain('통합 인증에 실패했습니다.');
    expect(answer.cookies.some((cookie) => cookie.name === 'gwanje_session')).toBe(false);
  }

  test('with another state is refused', async () => {
    const person = driver();
    const back = await person.callbackUrl('s-200');
    back.search = back.search.replace(/state=[^&]*/, 'state=made-up');
    await expectRefused(await person.comeBack(back));
  });

  test('with a state of another browser is refused: a link cannot sign a user in as another', async () => {
    const attacker = driver();
    const back = await attacker.callbackUrl('s-200');
    const victim = driver();
    await expectRefused(await victim.comeBack(back));
    await victim.browser.navigate('/oidc/start');
    await expectRefused(await victim.comeBack(back));
    expect((await attacker.comeBack(back)).statusCode).toBe(302);
  });

  test('that arrives twice is accepted once, also when both arrive at the same time', async () => {
    const person = driver();
    const back = await person.callbackUrl('s-200');
    expect((await person.comeBack(back)).statusCode).toBe(302);
    await expectRefused(await person.comeBack(back));
    const again = await person.callbackUrl('s-200');
    const answers = await Promise.all([person.comeBack(again), person.comeBack(again)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([302, 400]);
  });

  test('with a code of another sign-on is refused, because of PKCE', async () => {
    const [one, two] = [driver(), driver()];
    const [mine, theirs] = [await one.callbackUrl('s-200'), await two.callbackUrl('s-200')];
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    await expectRefused(await one.comeBack(mine));
  });

  test('with a nonce that differs from the token is refused', async () => {
    const person = driver();
    const back = await person.callbackUrl('s-200');
    const state = back.searchParams.get('state') ?? '';
    await database.db.updateTable('oidcLogin').set({ nonce: 'another' }).where('state', '=', state).execute();
    await expectRefused(await person.comeBack(back));
  });

  test('that names another issuer is refused', async () => {
    const person = driver();
    const back = await person.callbackUrl('s-200');
    back.searchParams.set('iss', 'https://evil.example');
    await expectRefused(await person.comeBack(back));
  });

  test('after ten minutes is refused', async () => {
    const slow = await openOther({});
    const person = driver(slow);
    const back = await person.callbackUrl('s-200');
    slow.clock.advance(10 * MINUTE_MS);
    await expectRefused(await person.comeBack(back));
  });

  test('after a cancellation shows a message', async () => {
    const person = driver();
    const begun = await person.browser.navigate('/oidc/start');
    const { location = '' } = await person.visit(String(begun.headers.location));
    const resume = await person.visit(`${location}/abort`);
    const back = await person.visit(resume.location ?? '');
    const answer = await person.comeBack(new URL(back.location ?? ''));
    await expectRefused(answer, 200);
    expect(answer.body).toContain('취소되었습니다');
  });
});

describe('an unavailable provider', () => {
  test('is reported to users, and local passwords still work', async () => {
    const other = await openOther({ GWANJE_OIDC_ISSUER: 'http://localhost:9' });
    await insertUser(database.db, { userId: 'local.two' });
    const answer = await other.browser().navigate('/oidc/start');
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('인증 제공자에 연결할 수 없습니다.');
    expect((await other.browser().signIn('local.two')).statusCode).toBe(200);
    expect((await other.browser().navigate('/readyz')).statusCode).toBe(200);
  });

  test('is retried after a few seconds, and its cached metadata is used in the meantime', async () => {
    await using unstable = await startIdentityProvider(LOGIN_URL, async () => 200);
    const other = await openOther({ GWANJE_OIDC_ISSUER: unstable.issuer });
    const start = async () => (await other.browser().navigate('/oidc/start')).statusCode;
    unstable.isUnavailable = true;
    expect(await start()).toBe(503);
    unstable.isUnavailable = false;
    expect(await start()).toBe(503);
    other.clock.advance(5_000);
    expect(await start()).toBe(302);
    unstable.isUnavailable = true;
    other.clock.advance(2 * 60 * MINUTE_MS);
    expect(await start()).toBe(302);
  });

  test('that fails between redirect and callback is reported to users', async () => {
    await using unstable = await startIdentityProvider(LOGIN_URL, async () => 200);
    unstable.people.set('s-250', { preferred_username: 'unlucky', roles: ['staff'] });
    const other = await openOther({ GWANJE_OIDC_ISSUER: unstable.issuer });
    const person = new SignOnDriver(other.browser(), unstable.issuer);
    const back = await person.callbackUrl('s-250');
    await unstable[Symbol.asyncDispose]();
    const answer = await person.comeBack(back);
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('인증 제공자에 연결할 수 없습니다.');
  });

  test('does not prevent the local logout', async () => {
    await using unstable = await startIdentityProvider(LOGIN_URL, async () => 200);
    unstable.people.set('s-251', { preferred_username: 'stranded', roles: ['staff'] });
    const first = await openOther({ GWANJE_OIDC_ISSUER: unstable.issuer });
    const person = new SignOnDriver(first.browser(), unstable.issuer);
    await person.signOn('s-251');
    unstable.isUnavailable = true;
    const restarted = await openOther({ GWANJE_OIDC_ISSUER: unstable.issuer });
    const browser = restarted.browser();
    for (const [name, cookie] of person.browser.cookies) browser.cookies.set(name, cookie);
    expect((await browser.navigate('/logout')).headers.location).toBe('/login?loggedOut=1');
    expect((await person.browser.navigate('/portal')).statusCode).toBe(302);
  });
});

describe('logging out', () => {
  test('also ends the session at the provider and returns with the return URL', async () => {
    provider.people.set('s-300', { preferred_username: 'leaver', roles: ['staff'] });
    const person = driver();
    await person.signOn('s-300');
    const returnUrl = 'http://localhost:4100/main';
    const out = await person.browser.navigate(`/logout?returnUrl=${encodeURIComponent(returnUrl)}`);
    const endSession = new URL(String(out.headers.location));
    expect(endSession.origin).toBe(provider.issuer);
    expect(endSession.searchParams.get('id_token_hint')).toBeTruthy();
    expect(person.browser.sessionToken).toBeUndefined();
    const back = new URL((await person.logOutAtProvider(endSession.href)) ?? '');
    expect(back.pathname).toBe('/oidc/logged-out');
    const answer = await person.browser.navigate(back.pathname + back.search);
    expect(answer.headers.location).toBe(`/login?loggedOut=1&returnUrl=${encodeURIComponent(returnUrl)}`);
  });

  test('ignores a returned state that names a URL of another origin', async () => {
    const state = encodeURIComponent('https://evil.example/');
    const { headers } = await site.browser().navigate(`/oidc/logged-out?state=${state}`);
    expect(headers.location).toBe(`/login?loggedOut=1&returnUrl=${encodeURIComponent(`${LOGIN_URL}/`)}`);
  });
});

describe('back-channel logout', () => {
  async function signedOn(subject: string) {
    provider.people.set(subject, { preferred_username: subject, roles: ['staff'] });
    const person = driver();
    await person.signOn(subject);
    return person;
  }

  async function isSignedIn(person: SignOnDriver): Promise<boolean> {
    return (await person.browser.navigate('/portal')).statusCode === 200;
  }

  /** Opens the provider's logout page directly: the login site is notified only through the back channel. */
  async function logOutElsewhere(person: SignOnDriver): Promise<string> {
    const sentBefore = provider.sentLogouts.length;
    await person.logOutAtProvider(`${provider.issuer}/session/end`);
    const sent = provider.sentLogouts[sentBefore];
    expect(sent?.status).toBe(200);
    return sent?.token ?? '';
  }

  test('by a token of the provider ends only that session', async () => {
    const [person, sameElsewhere, other] = [
      await signedOn('s-400'),
      await signedOn('s-400'),
      await signedOn('s-401'),
    ];
    await logOutElsewhere(person);
    expect(await isSignedIn(person)).toBe(false);
    expect(await isSignedIn(sameElsewhere)).toBe(true);
    expect(await isSignedIn(other)).toBe(true);
    expect((await auditOf(database.db)).findLast((record) => record.action === 'session.end')).toMatchObject({
      outcome: 'done',
      detail: { by: 'provider', issuer: provider.issuer },
    });
  });

  test('by the same token again is refused', async () => {
    const token = await logOutElsewhere(await signedOn('s-402'));
    const answer = await postBackchannel(`logout_token=${token}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: 'invalid_request' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('by a token that is forged, altered or for another purpose is refused', async () => {
    const person = await signedOn('s-403');
    const sample = await logOutElsewhere(await signedOn('s-404'));
    const { kid = '' } = decodeProtectedHeader(sample);
    const { sid } = decodeJwt(await idTokenOf(person));
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const claims = {
      sid,
      sub: 's-403',
      jti: 'forged',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    };
    const forge = (header: { alg: string }, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims)
        .setProtectedHeader({ ...header, kid, typ: 'logout+jwt' })
        .setIssuer(provider.issuer)
        .setAudience(CLIENT_ID)
        .setIssuedAt()
        .setExpirationTime('2m')
        .sign(key);
    const [header = '', payload = '', signature = ''] = sample.split('.');
    const altered = Buffer.from(
      JSON.stringify({ ...decodeJwt(sample), jti: 'altered', sid, sub: 's-403' }),
    ).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'logout+jwt' })).toString('base64url');
    const tokens = [
      await forge({ alg: 'RS256' }, privateKey),
      await forge({ alg: 'HS256' }, Buffer.from(CLIENT_SECRET.padEnd(32, '.'))),
      `${header}.${altered}.${signature}`,
      `${none}.${altered}.`,
      `${header}.${payload}.`,
      await idTokenOf(person),
      'nonsense',
      '',
    ];
    for (const token of tokens) {
      const answer = await postBackchannel(new URLSearchParams({ logout_token: token }).toString());
      expect(answer.statusCode, token.slice(0, 80)).toBe(400);
    }
    expect((await postBackchannel('')).statusCode).toBe(400);
    expect((await postBackchannel(`logout_token=${sample}&logout_token=${sample}`)).statusCode).toBe(400);
    expect(await isSignedIn(person)).toBe(true);
  });

  async function idTokenOf(person: SignOnDriver): Promise<string> {
    const token = person.browser.sessionToken ?? '';
    const session = await findSession(database.db, token, site.clock.now());
    const { tokenHash = Buffer.alloc(32) } = session ?? {};
    return (await rowOf(database.db, 'session', { tokenHash })).oidcIdToken ?? '';
  }

  test('asks for a retry while the keys cannot be fetched', async () => {
    await using unstable = await startIdentityProvider(LOGIN_URL, async () => 200);
    const token = await logOutElsewhere(await signedOn('s-405'));
    const other = await openOther({ GWANJE_OIDC_ISSUER: unstable.issuer });
    const post = () => postBackchannel(`logout_token=${token}`, undefined, other);
    unstable.isUnavailable = true;
    expect((await post()).statusCode).toBe(503);
    unstable.isUnavailable = false;
    other.clock.advance(5_000);
    await other.browser().navigate('/oidc/start');
    unstable.isUnavailable = true;
    const answer = await post();
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
  });

  test('accepts only forms, up to 64 kB', async () => {
    const json = await site.app.inject({
      method: 'POST',
      url: '/oidc/backchannel-logout',
      headers: { 'content-type': 'application/json' },
      payload: { logout_token: 'x' },
    });
    expect(json.statusCode).toBe(400);
    expect((await postBackchannel(`logout_token=${'x'.repeat(70_000)}`)).statusCode).toBe(413);
  });

  test('does not exist without single sign-on', async () => {
    const plain = await openLoginSite(database.db);
    const answer = await plain.browser().call('POST', '/oidc/backchannel-logout', {});
    expect(answer.json().code).toBe(8003);
    expect((await plain.browser().navigate('/oidc/start')).statusCode).toBe(404);
    await plain.app.close();
  });
});

describe('a sign-on that proves who the user is', () => {
  test('makes the provider ask again, and opens a session with a fresh proof', async () => {
    const own = await openOther({});
    provider.people.set('prover', { name: 'Prover', roles: ['staff'] });
    const user = driver(own);
    const isFresh = async () => {
      const session = await findSession(database.db, user.browser.sessionToken ?? '', own.clock.now());
      return session !== null && isProofFresh(session, own.clock.now());
    };
    await user.signOn('prover');
    // The provider did not say when it asked: maybe hours ago.
    expect(await isFresh()).toBe(false);
    const begun = await user.browser.navigate('/oidc/start?proof=Y&returnUrl=%2Fproved');
    const address = new URL(String(begun.headers.location));
    expect([address.searchParams.get('prompt'), address.searchParams.get('max_age')]).toEqual(['login', '0']);
    const answer = await user.comeBack(await user.authenticate(address.href, 'prover'));
    expect(answer.headers.location).toBe(`${LOGIN_URL}/proved`);
    expect(await isFresh()).toBe(true);
    expect((await user.browser.navigate('/proved')).statusCode).toBe(200);
  });
});
