import { hashToken, newSecret } from '@gwanje/backend/identity/tokens';
import { openTestDatabase, type TestDatabase } from '@gwanje/testkit/databases';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, insertUser, type LoginSite, openLoginSite } from '../testing/login-site.ts';

const NAME = '__Secure-gwanje_session';
const CONSOLE = 'https://console.example.com';
let database: TestDatabase;
let site: LoginSite;

beforeAll(async () => {
  database = await openTestDatabase();
  site = await openLoginSite(database.db, {
    GWANJE_PUBLIC_URL: CONSOLE,
    GWANJE_LOGIN_URL: 'https://login.example.com',
    GWANJE_COOKIE_DOMAIN: 'example.com',
  });
  await insertUser(database.db, { userId: 'operator' });
  await insertUser(database.db, { userId: 'attacker' });
});

afterAll(async () => {
  await site?.app.close();
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
    .where('tokenHash', '=', hashToken(browser.cookies.get(NAME)?.value ?? ''))
    .executeTakeFirst();
}

describe('a host of the same parent domain', () => {
  test('cannot sign a browser in by setting its own session cookie', async () => {
    const attacker = await signedIn('attacker');
    const victim = site.browser();
    const planted = attacker.cookies.get(NAME);
    victim.cookies.set(NAME, planted ?? { value: '', path: '/' });
    expect((await attacker.navigate('/portal')).statusCode).toBe(200);
    expect((await victim.navigate('/portal')).statusCode).toBe(302);
    const page = await victim.navigate(`/login?browser=${newSecret()}&returnUrl=${CONSOLE}/main`);
    expect(page.statusCode).toBe(200);
    expect((await sessionOf(attacker))?.consoleBrowserHash).toBeNull();
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
    const page = await browser.navigate(`/login?${query}`);
    const returnUrl = /data-return-url="([^"]+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    await browser.signIn('operator');
    const answer = await browser.navigate(returnUrl, { 'sec-fetch-site': 'same-origin' });
    expect(answer.headers.location).toBe(`${CONSOLE}/main`);
    expect((await sessionOf(browser))?.consoleBrowserHash).toEqual(Buffer.from(key, 'base64url'));
  });

  test('that exists already is bound too, and a password change keeps the binding', async () => {
    const browser = await signedIn('operator');
    const key = newSecret();
    await browser.navigate(`/login?browser=${key}`, { 'sec-fetch-site': 'same-site' });
    const change = { currentPassword: 'correct horse battery', newPassword: 'another good battery' };
    expect((await browser.call('POST', '/api/password', change)).statusCode).toBe(200);
    const bound = await sessionOf(browser);
    expect(bound?.consoleBrowserHash).toEqual(Buffer.from(key, 'base64url'));
    expect(bound?.loginBrowserHash).not.toBeNull();
    expect((await browser.navigate('/portal')).statusCode).toBe(200);
  });

  test('ignores a malformed browser key', async () => {
    const browser = await signedIn('attacker');
    await browser.navigate('/login?browser=x');
    expect((await sessionOf(browser))?.consoleBrowserHash).toBeNull();
  });
});
