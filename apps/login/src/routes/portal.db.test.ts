import { createSession, findSession } from '@gwanje/backend/identity/sessions';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  auditOf,
  type Browser,
  insertUser,
  loginSiteForTests,
  openLoginSite,
  PASSWORD,
} from '../testing/login-site.ts';

const site = loginSiteForTests({
  GWANJE_PORTAL_LINKS: '운영 위키=https://wiki.example.com/a?b=1&c=2',
  GWANJE_COPYRIGHT: '© 예시 <회사>',
});
const NEW_PASSWORD = 'a much better sentence';

async function signedIn(userId: string, password = PASSWORD): Promise<Browser> {
  const browser = site.browser();
  expect((await browser.signIn(userId, password)).statusCode).toBe(200);
  return browser;
}

describe('the login page', () => {
  test('is Korean, contains a validated return URL and no inline script or style', async () => {
    const page = await site.browser().navigate('/login?returnUrl=http://localhost:4100/mon?hostId=1');
    expect(page.body).toContain('<html lang="ko">');
    expect(page.body).toContain('data-return-url="http://localhost:4100/mon?hostId=1"');
    expect(page.body).toContain('method="post"');
    expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style|style="|\son\w+="/);
    expect(page.body).toContain('© 예시 &lt;회사&gt;');
  });

  test.each(['https://evil.example/', '"><script>alert(1)</script>'])(
    'replaces the return URL %s',
    async (returnUrl) => {
      const page = await site.browser().navigate(`/login?returnUrl=${encodeURIComponent(returnUrl)}`);
      expect(page.body).toContain('data-return-url="http://localhost:4101/"');
      expect(page.body).not.toContain('<script>alert');
    },
  );

  test('offers single sign-on and demo accounts only when they exist', async () => {
    const plain = await site.browser().navigate('/login');
    expect(plain.body).not.toContain('/oidc/start');
    expect(plain.body).not.toContain('gwanje-demo');
    const other = await openLoginSite(site.db, {
      GWANJE_DEMO: '1',
      GWANJE_OIDC_ISSUER: 'https://id.example.com',
      GWANJE_OIDC_CLIENT_ID: 'gwanje',
    });
    const full = await other.browser().navigate('/login?returnUrl=/portal');
    expect(full.body).toContain('href="/oidc/start?returnUrl=http%3A%2F%2Flocalhost%3A4101%2Fportal"');
    for (const account of ['key', 'total', 'group', 'user'])
      expect(full.body).toContain(`data-demo-user="${account}"`);
    await other.app.close();
  });

  test('redirects a signed-in user, but only to an allowed URL', async () => {
    await insertUser(site.db, { userId: 'hasty' });
    const browser = await signedIn('hasty');
    const onwards = async (returnUrl: string) =>
      (await browser.navigate(`/login?returnUrl=${encodeURIComponent(returnUrl)}`)).headers.location;
    expect(await onwards('http://localhost:4100/main')).toBe('http://localhost:4100/main');
    expect(await onwards('https://evil.example/')).toBe('http://localhost:4101/');
    expect(await onwards('/.//evil.example')).toBe('http://localhost:4101//evil.example');
    expect((await browser.navigate('/')).headers.location).toBe('/portal');
  });

  test("follows the browser's language, then the toggle, and remembers it", async () => {
    const browser = site.browser();
    const english = await browser.navigate('/login', { 'accept-language': 'en-US,en;q=0.9' });
    expect(english.body).toContain('<html lang="en">');
    const chosen = await browser.navigate('/login?lang=ko&returnUrl=/portal', { 'accept-language': 'en' });
    expect(chosen.body).toContain('<html lang="ko">');
    expect(chosen.body).toContain(
      `href="/login?lang=en&amp;returnUrl=${encodeURIComponent(`${site.settings.loginUrl}/portal`)}"`,
    );
    expect((await browser.navigate('/login', { 'accept-language': 'en' })).body).toContain(
      '<html lang="ko">',
    );
  });

  test('style sheet, scripts and fonts are served with a hash of their content in the name', async () => {
    const page = await site.browser().navigate('/login');
    const assets = [...page.body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(assets.length).toBeGreaterThanOrEqual(5);
    for (const asset of assets) {
      const answer = await site.browser().navigate(asset);
      expect(answer.statusCode, asset).toBe(200);
      if (asset.includes('?v=')) expect(answer.headers['cache-control']).toContain('immutable');
    }
    const outside = [
      '/assets/../package.json',
      '/assets/%2e%2e/package.json',
      '/assets/fonts/..%2f..%2fpackage.json',
    ];
    for (const path of outside) expect((await site.browser().navigate(path)).statusCode, path).toBe(404);
  });
});

describe('the portal', () => {
  test('needs a session', async () => {
    expect((await site.browser().navigate('/portal')).headers.location).toBe('/login?returnUrl=%2Fportal');
  });

  test('shows name, role and systems, with markup escaped', async () => {
    await insertUser(site.db, { userId: 'chief', name: '<b>홍길동</b>', role: 1, isKeyUser: true });
    const browser = await signedIn('chief');
    const page = await browser.navigate('/portal');
    expect(page.body).toContain('&lt;b&gt;홍길동&lt;/b&gt; 님');
    expect(page.body).not.toContain('<b>홍길동');
    expect(page.body).toContain('대표 관리자');
    expect(page.body).toContain('href="http://localhost:4100"');
    expect(page.body).toContain('href="https://wiki.example.com/a?b=1&amp;c=2"');
    expect(page.body).toContain('운영 위키');
  });

  test('extends the idle time of the session', async () => {
    await insertUser(site.db, { userId: 'active' });
    const browser = await signedIn('active');
    for (let hour = 0; hour < 4; hour += 1) {
      site.clock.advance(11 * 60 * 60 * 1000);
      expect((await browser.navigate('/portal')).statusCode).toBe(200);
    }
    site.clock.advance(12 * 60 * 60 * 1000);
    expect((await browser.navigate('/portal')).statusCode).toBe(302);
  });

  test("lists the user's sessions, ends one or all others, and never another user's", async () => {
    const userNo = await insertUser(site.db, { userId: 'many' });
    const otherUserNo = await insertUser(site.db, { userId: 'other.user' });
    const browser = await signedIn('many');
    const open = (of: number, address: string) =>
      createSession(site.db, of, { userAgent: 'X11; Linux Firefox/140.0', address }, site.clock.now());
    const [one, two, ofOtherUser] = [
      await open(userNo, '192.0.2.1'),
      await open(userNo, '192.0.2.2'),
      await open(otherUserNo, '192.0.2.3'),
    ];
    const page = await browser.navigate('/portal');
    expect(page.body).toContain('192.0.2.1');
    expect(page.body).toContain('Firefox · Linux');
    expect(page.body).not.toContain('192.0.2.3');
    expect(page.body).not.toContain(one);

    const end = (token: string) => browser.call('DELETE', `/api/session/${hashToken(token).toString('hex')}`);
    expect((await end(one)).json().code).toBe(200);
    expect((await end(one)).json().code).toBe(8003);
    expect((await end(ofOtherUser)).json().code).toBe(8003);
    expect(await findSession(site.db, ofOtherUser, site.clock.now())).not.toBeNull();
    expect((await browser.call('DELETE', '/api/session/others')).json().code).toBe(200);
    expect(await findSession(site.db, two, site.clock.now())).toBeNull();
    expect((await browser.navigate('/portal')).statusCode).toBe(200);
  });
});

describe('changing the password', () => {
  test('ends every other session, renews this one, and the old password is refused', async () => {
    await insertUser(site.db, { userId: 'changer' });
    const [browser, other] = [await signedIn('changer'), await signedIn('changer')];
    const before = browser.sessionToken;
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    const answer = await browser.call('POST', '/api/password', body);
    expect(answer.json()).toEqual({ code: 200, message: 'OK', data: {} });
    expect(browser.sessionToken).not.toBe(before);
    expect((await browser.navigate('/portal')).statusCode).toBe(200);
    expect((await other.navigate('/portal')).statusCode).toBe(302);
    expect((await site.browser().signIn('changer', PASSWORD)).json().code).toBe(8002);
    expect((await site.browser().signIn('changer', NEW_PASSWORD)).json().code).toBe(200);
    expect(await auditOf(site.db)).toContainEqual(
      expect.objectContaining({ action: 'user.changePassword', outcome: 'done', actorUserId: 'changer' }),
    );
  });

  test('does not make the session younger', async () => {
    await insertUser(site.db, { userId: 'renewer' });
    const browser = await signedIn('renewer');
    const createdAt = site.clock.now();
    site.clock.advance(60_000);
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await browser.call('POST', '/api/password', body)).statusCode).toBe(200);
    const session = await findSession(site.db, browser.sessionToken ?? '', site.clock.now());
    expect(session?.createdAt).toEqual(createdAt);
  });

  beforeAll(async () => {
    await insertUser(site.db, { userId: 'long.user.id' });
  });
  test.each([
    ['short', 'tooShort'],
    ['long.user.id', 'sameAsUserId'],
    [PASSWORD, 'sameAsCurrent'],
  ])('to %s is refused: %s', async (newPassword, reason) => {
    const browser = await signedIn('long.user.id');
    const answer = await browser.call('POST', '/api/password', { currentPassword: PASSWORD, newPassword });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 8002, data: { field: 'newPassword', reason } });
    expect((await site.browser().signIn('long.user.id', PASSWORD)).statusCode).toBe(200);
  });

  test('with a wrong current password is refused, counted, and locks the change for this session only', async () => {
    await insertUser(site.db, { userId: 'guesser' });
    const browser = await signedIn('guesser');
    const attempt = (currentPassword: string) =>
      browser.call('POST', '/api/password', { currentPassword, newPassword: NEW_PASSWORD });
    expect((await attempt('wrong')).json()).toMatchObject({
      code: 8002,
      data: { field: 'currentPassword', reason: 'wrongPassword' },
    });
    for (let i = 0; i < 3; i++) await attempt('wrong');
    expect((await attempt('wrong')).json().data.retryAfterS).toBe(60);
    expect((await attempt(PASSWORD)).json()).toMatchObject({ code: 8007, data: { reason: 'locked' } });
    expect((await browser.navigate('/portal')).statusCode).toBe(200);
    expect((await site.browser().signIn('guesser')).statusCode).toBe(200);
  });

  test('is neither offered nor possible for single sign-on accounts', async () => {
    const userNo = await insertUser(site.db, { userId: 'federated', hasPassword: false });
    const browser = site.browser();
    const origin = { userAgent: '', address: '192.0.2.9' };
    const token = await createSession(site.db, userNo, origin, site.clock.now());
    browser.cookies.set('gwanje_session', { value: token, path: '/' });
    expect((await browser.navigate('/portal')).body).not.toContain('id="password-change"');
    const body = { currentPassword: 'x', newPassword: NEW_PASSWORD };
    const answer = await browser.call('POST', '/api/password', body);
    expect(answer.json()).toMatchObject({ code: 8005, data: { reason: 'singleSignOn' } });
  });

  test('with a malformed body is refused', async () => {
    const browser = await signedIn('chief');
    const answer = await browser.call('POST', '/api/password', { currentPassword: PASSWORD });
    expect(answer.json().code).toBe(8001);
  });
});
