import { bindToConsole } from '@gwanje/backend/identity/sessions';
import { hashToken, newSecret } from '@gwanje/backend/identity/tokens';
import { WALLBOARD_SIGN_IN_PATH } from '@gwanje/contract/dashboard/wallboards';
import { API_PREFIX, buildPath, type Endpoint } from '@gwanje/contract/definition/endpoint';
import { SESSION_COOKIE } from '@gwanje/contract/users/session';
import { type EndpointName, endpoints } from '@gwanje/kinds/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { checksum, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addWallboardKey, userNoOf } from '../../testing/world.ts';

const names = Object.keys(endpoints) as EndpointName[];
const gets = names.filter((name) => endpoints[name].method === 'GET');

function urlOf({ path }: Endpoint): string {
  const params = Object.fromEntries((path.match(/(?<=:)\w+/g) ?? []).map((key) => [key, '1']));
  return `${API_PREFIX}${buildPath(path, params)}`;
}

describeWithSharedApp('a page of a sibling host', (app) => {
  async function get(url: string, headers: Readonly<Record<string, string>>) {
    const cookie = `${SESSION_COOKIE}=${await app().newToken('key')}`;
    const answer = await app().app.inject({ url, headers: { cookie, ...headers }, payloadAsStream: true });
    answer.stream().destroy();
    return answer.statusCode;
  }

  it.each(gets)('cannot cause %s', async (name) => {
    const url = urlOf(endpoints[name]);
    const before = await checksum(app().db);
    for (const headers of [
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      { origin: 'http://evil.localhost' },
    ])
      expect(await get(url, headers)).toBe(403);
    expect(await checksum(app().db)).toBe(before);
  });

  it('cannot use up the streams of the user', async () => {
    const { stream } = app().services;
    const own = `user ${await userNoOf(app().db, 'key')}`;
    const url = urlOf(endpoints.openStream);
    for (let i = 0; i < 25; i++) await get(url, { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' });
    expect(stream.countOf(own)).toBe(0);
    expect(await get(url, { 'sec-fetch-site': 'same-origin' })).toBe(200);
  });

  it.each([
    ['openStream', {}, 403],
    ['openStream', { referer: 'http://evil.localhost/' }, 403],
    ['openStream', { referer: 'http://localhost:41000/' }, 403],
    ['openStream', { referer: 'http://localhost:4100/main' }, 200],
    ['downloadManifest', {}, 403],
    ['downloadManifest', { referer: 'http://localhost:4100/setting' }, 200],
    ['downloadManifest', { origin: 'http://localhost:4100' }, 200],
    ['loginCheck', {}, 200],
  ] as const)('without Sec-Fetch headers calls %s with %j: %i', async (name, headers, status) => {
    expect(await get(urlOf(endpoints[name]), { ...headers })).toBe(status);
  });

  it('that sets a second session cookie gets the request refused, and the answer deletes both', async () => {
    const [own, planted] = [await app().newToken('key'), await app().newToken('user')];
    const answer = await app().app.inject({
      url: `${API_PREFIX}/loginCheck`,
      headers: { cookie: `${SESSION_COOKIE}=${planted}; other=1; ${SESSION_COOKIE}=${own}` },
    });
    expect(answer.json()).toMatchObject({ code: 9999, data: { reason: 'duplicateCookie' } });
    const deleted = answer.cookies.map(({ name, value, path, maxAge }) => ({ name, value, path, maxAge }));
    for (const path of ['/', '/api', '/api/', '/api/v1', '/api/v1/', '/api/v1/loginCheck'])
      expect(deleted).toContainEqual({ name: SESSION_COOKIE, value: '', path, maxAge: 0 });
  });
});

describe('a console below a parent domain', () => {
  const NAME = '__Secure-gwanje_session';
  const BROWSER = '__Host-gwanje_browser';
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      environment: {
        GWANJE_PUBLIC_URL: 'https://console.ops.example.com',
        GWANJE_LOGIN_URL: 'https://login.ops.example.com',
        GWANJE_COOKIE_DOMAIN: 'ops.example.com',
      },
    });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function check(cookies: Readonly<Record<string, string>>) {
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    return app.app.inject({ url: `${API_PREFIX}/loginCheck`, headers: { cookie } });
  }
  const codeOf = async (cookies: Readonly<Record<string, string>>) => (await check(cookies)).json().code;

  /** A session that the login site has bound to a browser. */
  async function boundSession(userId: string, browser: string): Promise<string> {
    const token = await app.newToken(userId);
    await bindToConsole(app.db, { tokenHash: hashToken(token) }, hashToken(browser));
    return token;
  }

  it('gives each browser a secret cookie of its host, and its page only the hash', async () => {
    const first = await app.app.inject('/config.json');
    const [cookie] = first.cookies;
    expect(cookie).toMatchObject({ name: BROWSER, httpOnly: true, secure: true, path: '/', sameSite: 'Lax' });
    expect(cookie?.domain).toBeUndefined();
    expect(first.json().browserKey).toBe(hashToken(cookie?.value ?? '').toString('base64url'));
    const headers = { cookie: `${BROWSER}=${cookie?.value}` };
    const again = await app.app.inject({ url: '/config.json', headers });
    expect(again.json().browserKey).toBe(first.json().browserKey);
  });

  it('accepts a session only from the browser to which the login site bound it', async () => {
    const [own, attacker] = [newSecret(), newSecret()];
    const session = await boundSession('key', own);
    const planted = await boundSession('user', attacker);
    expect(await codeOf({ [NAME]: session, [BROWSER]: own })).toBe(200);
    expect(await codeOf({ [NAME]: planted, [BROWSER]: own })).toBe(9999);
    expect(await codeOf({ [NAME]: session })).toBe(9999);
    expect(await codeOf({ [NAME]: await app.newToken('key'), [BROWSER]: own })).toBe(9999);
    expect(await codeOf({ gwanje_session: session, [BROWSER]: own })).toBe(9999);
  });

  it('accepts the session at once after the login site binds it to another browser key', async () => {
    const [before, after] = [newSecret(), newSecret()];
    const session = await boundSession('key', before);
    expect(await codeOf({ [NAME]: session, [BROWSER]: before })).toBe(200);
    await bindToConsole(app.db, { tokenHash: hashToken(session) }, hashToken(after));
    expect(await codeOf({ [NAME]: session, [BROWSER]: after })).toBe(200);
    expect(await codeOf({ [NAME]: session, [BROWSER]: before })).toBe(9999);
  });

  it('opens a wallboard although another host has set a session cookie', async () => {
    const [own, attacker] = [newSecret(), newSecret()];
    const now = new Date();
    const { token } = await addWallboardKey(app.db, await userNoOf(app.db, 'key'), now, []);
    const open = async (session: string) => {
      const answer = await app.app.inject({
        method: 'POST',
        url: WALLBOARD_SIGN_IN_PATH,
        headers: { origin: app.origin, cookie: `${NAME}=${session}; ${BROWSER}=${own}` },
        payload: { token },
      });
      return answer.json();
    };
    expect(await open(await boundSession('key', own))).toMatchObject({ data: { reason: 'signedIn' } });
    expect(await open(await boundSession('user', attacker))).toMatchObject({ code: 200 });
  });

  it('deletes duplicates of every parent domain', async () => {
    const headers = { cookie: `${NAME}=${newSecret()}; ${NAME}=${newSecret()}` };
    const answer = await app.app.inject({ url: `${API_PREFIX}/loginCheck`, headers });
    expect(answer.json().code).toBe(9999);
    const domains = new Set(answer.cookies.map(({ domain }) => domain));
    expect(domains).toEqual(
      new Set([undefined, 'console.ops.example.com', 'ops.example.com', 'example.com']),
    );
  });
});
