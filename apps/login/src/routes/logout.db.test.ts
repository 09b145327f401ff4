import { logoutKey, setViewAs } from '@gwanje/backend/identity/sessions';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditOf, type Browser, insertUser, loginSiteForTests } from '../testing/login-site.ts';

const site = loginSiteForTests();

beforeAll(async () => {
  await insertUser(site.db, { userId: 'operator' });
});

async function signedIn(): Promise<Browser> {
  const browser = site.browser();
  await browser.signIn('operator');
  return browser;
}

/** Another system that shares the session and has the same cookie. */
function elsewhere(browser: Browser): Browser {
  const other = site.browser();
  other.cookies.set('gwanje_session', { value: browser.sessionToken ?? '', path: '/' });
  return other;
}

describe('logging out', () => {
  test.each(['same-origin', 'none'])(
    'by a navigation that is %s ends the session everywhere',
    async (from) => {
      const browser = await signedIn();
      const other = elsewhere(browser);
      const answer = await browser.navigate('/logout?returnUrl=http://localhost:4100/main', {
        'sec-fetch-site': from,
      });
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toBe(
        `/login?loggedOut=1&returnUrl=${encodeURIComponent('http://localhost:4100/main')}`,
      );
      expect(browser.sessionToken).toBeUndefined();
      expect((await other.call('POST', '/api/password', {})).json().code).toBe(9999);
      expect((await auditOf(site.db)).at(-1)).toMatchObject({
        action: 'session.end',
        actorUserId: 'operator',
      });
    },
  );

  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another host of the parent domain', { 'sec-fetch-site': 'same-site' }],
    [
      'as an image',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    ['in a frame', { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' }],
  ])('%s asks for confirmation, and its button logs out', async (_how, headers) => {
    const browser = await signedIn();
    const asked = await browser.navigate('/logout?returnUrl=http://localhost:4100/main', headers);
    expect(asked.statusCode).toBe(200);
    expect(asked.body).toContain('로그아웃하시겠습니까?');
    expect((await elsewhere(browser).navigate('/portal')).statusCode).toBe(200);
    const href = /href="(\/logout\?confirm=[^"]+)"/.exec(asked.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const answer = await browser.navigate(href, { 'sec-fetch-site': 'same-origin' });
    expect(answer.headers.location).toContain(encodeURIComponent('http://localhost:4100/main'));
    expect(browser.sessionToken).toBeUndefined();
  });

  test('by a browser without Sec-Fetch headers asks for confirmation, and its button logs out', async () => {
    const browser = await signedIn();
    const asked = await browser.send('GET', '/logout', undefined, {});
    expect(asked.statusCode).toBe(200);
    const href = /href="(\/logout\?confirm=[^"]+)"/.exec(asked.body)?.[1] ?? '';
    expect((await browser.send('GET', href, undefined, {})).statusCode).toBe(302);
    expect(browser.sessionToken).toBeUndefined();
  });

  test('from the console, which knows the key of the session, asks nothing', async () => {
    const browser = await signedIn();
    const tokenHash = hashToken(browser.sessionToken ?? '');
    const url = `/logout?confirm=${logoutKey({ tokenHash })}`;
    const answer = await browser.navigate(url, { 'sec-fetch-site': 'same-site' });
    expect(answer.statusCode).toBe(302);
    expect(browser.sessionToken).toBeUndefined();
  });

  test('with a guessed confirmation token asks again', async () => {
    const browser = await signedIn();
    const answer = await browser.navigate('/logout?confirm=guessed', { 'sec-fetch-site': 'cross-site' });
    expect(answer.statusCode).toBe(200);
    expect((await browser.navigate('/portal')).statusCode).toBe(200);
  });

  test('without a session leads to the login page and clears the cookie', async () => {
    const browser = site.browser();
    browser.cookies.set('gwanje_session', { value: 'A'.repeat(43), path: '/' });
    const answer = await browser.navigate('/logout?returnUrl=https://evil.example/', {
      'sec-fetch-site': 'cross-site',
    });
    expect(answer.headers.location).toBe(`/login?returnUrl=${encodeURIComponent('http://localhost:4101/')}`);
    expect(browser.sessionToken).toBeUndefined();
  });

  test('by the API call ends the session too', async () => {
    const browser = await signedIn();
    const other = elsewhere(browser);
    expect((await browser.call('DELETE', '/api/session')).json().code).toBe(200);
    expect((await other.navigate('/portal')).statusCode).toBe(302);
    expect((await browser.call('DELETE', '/api/session')).json().code).toBe(9999);
  });

  test('by either way ends a view as another user', async () => {
    const seenUserNo = await insertUser(site.db, { userId: 'seen' });
    for (const logOut of [
      (browser: Browser) => browser.navigate('/logout'),
      (browser: Browser) => browser.call('DELETE', '/api/session'),
    ]) {
      const browser = await signedIn();
      await setViewAs(site.db, { tokenHash: hashToken(browser.sessionToken ?? '') }, seenUserNo);
      await logOut(browser);
      expect((await auditOf(site.db)).at(-1)).toMatchObject({
        action: 'viewAs.stop',
        actorUserId: 'operator',
        targetId: String(seenUserNo),
      });
    }
  });
});
