import { hashToken, newSecret } from '@gwanje/backend/identity/tokens';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type IdentityProvider,
  startIdentityProvider,
} from '../testing/identity-provider.ts';
import { type Browser, insertUser, type LoginSite, openLoginSite } from '../testing/login-site.ts';
import { SignOnDriver } from '../testing/sign-on-driver.ts';

const NAME = '__Secure-gwanje_session';
const CONSOLE = 'https://console.example.com';
const LOGIN = 'https://login.example.com';
const BY_CONSOLE = { 'sec-fetch-site': 'same-site', referer: `${CONSOLE}/` };
const BY_LOGIN_SITE = { 'sec-fetch-site': 'same-origin' };
let database: TestDatabase;
let site: LoginSite;
let provider: IdentityProvider;

beforeAll(async () => {
  database = await openTestDatabase();
  provider = await startIdentityProvider(LOGIN, async () => 200);
  site = await openLoginSite(database.db, {
    GWANJE_OIDC_ISSUER: provider.issuer,
    GWANJE_OIDC_CLIENT_ID: CLIENT_ID,
    GWANJE_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    GWANJE_OIDC_SCOPE: 'openid profile work',
    GWANJE_OIDC_ROLE_CLAIM: 'roles',
    GWANJE_OIDC_ROLE_MAP: 'staff=2',
    GWANJE_PUBLIC_URL: CONSOLE,
    GWANJE_LOGIN_URL: LOGIN,
    GWANJE_COOKIE_DOMAIN: 'example.com',
  });
  await insertUser(database.db, { userId: 'operator' });
  await insertUser(database.db, { userId: 'attacker' });
  await insertUser(database.db, { userId: 'changer' });
});

afterAll(async () => {
  await site?.app.close();
  await provider?.[Symbol.asyncDispose]();
  await database?.close();
});

async function signedIn(userId: string): Promise<Browser> {
  const browser = site.browser();
  await browser.signIn(userId);
  return browser;
}

function sessionOf(browser: Browser) {
  return database.db
    .selectFrom('session')
    .select(['loginBrowserHash', 'consoleBrowserHash'])
    .select(sql<string>`xmin::text`.as('lastWrite'))
    .where('tokenHash', '=', hashToken(browser.cookies.get(NAME)?.value ?? ''))
    .executeTakeFirst();
}

function returnUrlIn(page: string): string {
  return /data-return-url="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

function hrefIn(page: string, ofClass: string): string {
  return new RegExp(`class="${ofClass}" href="([^"]+)"`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

describe('a host of the same parent domain', () => {
  test('cannot sign a browser in by setting its own session cookie', async () => {
    const attacker = await signedIn('attacker');
    const victim = site.browser();
    const planted = attacker.cookies.get(NAME);
    victim.cookies.set(NAME, planted ?? { value: '', path: '/' });
    expect((await attacker.navigate('/portal')).statusCode).toBe(200);
    expect((await victim.navigate('/portal')).statusCode).toBe(302);
    const page = await victim.navigate(`/login?browser=${newSecret()}&returnUrl=${CONSOLE}/main`, BY_CONSOLE);
    expect(page.statusCode).toBe(200);
    expect((await sessionOf(attacker))?.consoleBrowserHash).toBeNull();
  });

  test.each([
    ['an image', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame', { 'sec-fetch-dest': 'iframe', referer: `${CONSOLE}/` }],
    ['a navigation', { referer: 'https://sibling.example.com/' }],
    ['a navigation without a Referer', {}],
    ['a navigation with a similar Referer', { referer: `${CONSOLE}.evil.example/` }],
  ])('cannot bind the session of a signed-in browser to its own key: %s', async (_, headers) => {
    const browser = await signedIn('operator');
    const key = newSecret();
    await browser.navigate(`/login?browser=${key}`, BY_CONSOLE);
    await browser.navigate(`/login?browser=${newSecret()}`, { 'sec-fetch-site': 'same-site', ...headers });
    expect((await sessionOf(browser))?.consoleBrowserHash).toEqual(Buffer.from(key, 'base64url'));
  });

  test('cannot have the session of the next sign-in bound to its own key', async () => {
    for (const headers of [{}, { referer: 'https://sibling.example.com/' }]) {
      const query = `browser=${newSecret()}&returnUrl=${CONSOLE}/main`;
      const sibling = { 'sec-fetch-site': 'same-site', ...headers };
      const { body } = await site.browser().navigate(`/login?${query}`, sibling);
      expect(returnUrlIn(body)).toBe(`${CONSOLE}/main`);
      expect(body).not.toContain('browser=');
      await site.browser().navigate(`/oidc/start?${query}`, sibling);
    }
    const pending = await database.db.selectFrom('oidcLogin').select('consoleBrowserHash').execute();
    expect(pending.map((one) => one.consoleBrowserHash)).toEqual([null, null]);
  });

  test('that sets a second cookie gets the request refused, and the answer deletes both', async () => {
    const browser = await signedIn('operator');
    const { value = '' } = browser.cookies.get(NAME) ?? {};
    const answer = await browser.navigate('/portal', { cookie: `${NAME}=${newSecret()}; ${NAME}=${value}` });
    expect(answer.statusCode).toBe(401);
    const domains = new Set(answer.cookies.filter(({ name }) => name === NAME).map(({ domain }) => domain));
    expect(domains).toEqual(new Set([undefined, 'login.example.com', 'example.com']));
  });
});

describe('a sign-in for the console', () => {
  test('binds the session to the browser key of the console', async () => {
    const key = newSecret();
    const query = new URLSearchParams({ browser: key, returnUrl: `${CONSOLE}/main` });
    const browser = site.browser();
    const page = await browser.navigate(`/login?${query}`, BY_CONSOLE);
    await browser.signIn('operator');
    const answer = await browser.navigate(returnUrlIn(page.body), BY_LOGIN_SITE);
    expect(answer.headers.location).toBe(`${CONSOLE}/main`);
    expect((await sessionOf(browser))?.consoleBrowserHash).toEqual(Buffer.from(key, 'base64url'));
  });

  test('that exists already is bound too, and a password change keeps the binding', async () => {
    const browser = await signedIn('changer');
    const key = newSecret();
    await browser.navigate(`/login?browser=${key}`, BY_CONSOLE);
    const change = { currentPassword: 'correct horse battery', newPassword: 'another good battery' };
    expect((await browser.call('POST', '/api/password', change)).statusCode).toBe(200);
    const bound = await sessionOf(browser);
    expect(bound?.consoleBrowserHash).toEqual(Buffer.from(key, 'base64url'));
    expect(bound?.loginBrowserHash).not.toBeNull();
    expect((await browser.navigate('/portal')).statusCode).toBe(200);
  });

  test('again with the same key writes nothing', async () => {
    const browser = await signedIn('operator');
    const address = `/login?browser=${newSecret()}`;
    await browser.navigate(address, BY_CONSOLE);
    const before = await sessionOf(browser);
    await browser.navigate(address, BY_CONSOLE);
    expect(await sessionOf(browser)).toEqual(before);
  });

  test('ignores a malformed browser key', async () => {
    const browser = await signedIn('attacker');
    await browser.navigate('/login?browser=x', BY_CONSOLE);
    expect((await sessionOf(browser))?.consoleBrowserHash).toBeNull();
  });

  test('without a Referer asks first, and the link of that page binds the session', async () => {
    const browser = await signedIn('operator');
    const key = newSecret();
    const query = new URLSearchParams({ browser: key, returnUrl: `${CONSOLE}/main` });
    const page = await browser.navigate(`/login?${query}`, { 'sec-fetch-site': 'same-site' });
    expect(page.body).toContain('관제 콘솔로 이동하시겠습니까?');
    const answer = await browser.navigate(hrefIn(page.body, 'primary'), BY_LOGIN_SITE);
    expect(answer.headers.location).toBe(`${CONSOLE}/main`);
    expect((await sessionOf(browser))?.consoleBrowserHash).toEqual(Buffer.from(key, 'base64url'));
  });

  test('over plain HTTP, where browsers send no Sec-Fetch headers, is proven by the Referer of either site', async () => {
    const browser = await signedIn('operator');
    const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    for (const own of [CONSOLE, LOGIN]) {
      const key = newSecret();
      await site.app.inject({ url: `/login?browser=${key}`, headers: { cookie, referer: `${own}/` } });
      expect((await sessionOf(browser))?.consoleBrowserHash).toEqual(Buffer.from(key, 'base64url'));
    }
  });

  test('by single sign-on binds the session and returns to the requested page, also after a change of language', async () => {
    provider.people.set('s-1', { name: '홍길동', preferred_username: 'gildong', roles: ['staff'] });
    const key = newSecret();
    const query = new URLSearchParams({ browser: key, returnUrl: `${CONSOLE}/main` });
    const browser = site.browser();
    const korean = await browser.navigate(`/login?${query}`, BY_CONSOLE);
    const page = await browser.navigate(hrefIn(korean.body, 'tool'), BY_LOGIN_SITE);
    const start = await browser.navigate(hrefIn(page.body, 'secondary'), BY_LOGIN_SITE);
    const person = new SignOnDriver(browser, provider.issuer);
    const answer = await person.comeBack(await person.authenticate(String(start.headers.location), 's-1'));
    expect(answer.headers.location).toBe(`${CONSOLE}/main`);
    expect((await sessionOf(browser))?.consoleBrowserHash).toEqual(Buffer.from(key, 'base64url'));
  });

  test('keeps the return address and the key on the page after duplicate cookies', async () => {
    const key = newSecret();
    const query = new URLSearchParams({ browser: key, returnUrl: `${CONSOLE}/main` });
    const cookie = `${NAME}=${newSecret()}; ${NAME}=${newSecret()}`;
    const page = await site.browser().navigate(`/login?${query}`, { ...BY_CONSOLE, cookie });
    expect(page.statusCode).toBe(401);
    expect(hrefIn(page.body, 'primary')).toBe(`/login?${query}`);
  });
});
