import { beforeAll, describe, expect, test } from 'vitest';
import { insertUser, loginSiteForTests, PASSWORD } from '../testing/login-site.ts';

const site = loginSiteForTests();

beforeAll(async () => {
  await insertUser(site.db, { userId: 'operator' });
});

const credentials = JSON.stringify({ userId: 'operator', password: PASSWORD });
const own = { origin: 'http://localhost:4101', 'content-type': 'application/json' };

async function countSessions(): Promise<number> {
  return (await site.db.selectFrom('session').select('userNo').execute()).length;
}

describe('a request from another origin is refused and changes nothing', () => {
  const calls = [
    ['POST', '/api/session', credentials],
    ['POST', '/api/password', JSON.stringify({ currentPassword: PASSWORD, newPassword: 'another good one' })],
    ['DELETE', '/api/session', undefined],
    ['DELETE', '/api/session/others', undefined],
  ] as const;
  const wrongHeaders = [
    ['without Origin', { 'content-type': 'application/json' }],
    ['with another origin', { ...own, origin: 'https://evil.example' }],
    ['with Sec-Fetch-Site: same-site', { ...own, 'sec-fetch-site': 'same-site' }],
  ] as const;

  test.each(calls.flatMap((call) => wrongHeaders.map((headers) => [...call, ...headers] as const)))(
    '%s %s %s %s',
    async (method, url, body, _how, headers) => {
      const browser = site.browser();
      await browser.signIn('operator');
      const before = await countSessions();
      const answer = await browser.send(method, url, body, headers);
      expect(answer.statusCode).toBe(403);
      expect(answer.json().code).toBe(8005);
      expect(answer.cookies).toEqual([]);
      expect(await countSessions()).toBe(before);
    },
  );

  test.each([
    ['text/plain', credentials],
    ['text/plain;charset=UTF-8', credentials],
    ['application/x-www-form-urlencoded', `userId=operator&password=${encodeURIComponent(PASSWORD)}`],
    [
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="userId"\r\n\r\noperator\r\n--x--`,
    ],
    ['application/xml', '<a/>'],
  ])('a body of type %s is refused from any origin', async (contentType, body) => {
    const before = await countSessions();
    const headers = { ...own, 'content-type': contentType };
    const answer = await site.browser().send('POST', '/api/session', body, headers);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 8002, data: { reason: 'unsupported content type' } });
    expect(await countSessions()).toBe(before);
  });
});

/** Arrays at the deepest level that is accepted. */
function nestedArrays(bytes: number): string {
  return `${'['.repeat(31)}${'[],'.repeat(bytes / 3 - 30)}[]${']'.repeat(31)}`;
}

test('many sign-ins at once beyond 64 are refused as busy, without counting as wrong passwords', async () => {
  const attempts = Array.from({ length: 80 }, (_, i) => site.browser().signIn(`nobody-${i}`, 'x'));
  const codes = (await Promise.all(attempts)).map((answer) => answer.json().code);
  expect(codes.filter((code) => code === 8008)).toHaveLength(16);
  const counted = site.db.selectFrom('loginThrottle').select('key').where('key', 'like', 'user:nobody-%');
  expect((await counted.execute()).length).toBeLessThanOrEqual(64);
  await site.db.deleteFrom('loginThrottle').execute();
});

describe('a malformed sign-in', () => {
  test.each([
    ['an empty body', '', 8001],
    ['no password', '{"userId":"operator"}', 8001],
    ['empty values', '{"userId":"","password":""}', 8002],
    ['broken JSON', '{"userId":', 8002],
    ['objects as values', '{"userId":{"$ne":""},"password":{"$ne":""}}', 8002],
    ['an unknown field', JSON.stringify({ userId: 'operator', password: PASSWORD, role: 1 }), 8002],
    ['a __proto__ field', `{"userId":"operator","password":"x","__proto__":{"role":1}}`, 8002],
    ['a NUL character', '{"userId":"op\\u0000erator","password":"x"}', 8002],
    ['half a surrogate pair', '{"userId":"op\\ud800","password":"x"}', 8002],
    ['a very long user id', JSON.stringify({ userId: 'a'.repeat(65), password: 'x' }), 8002],
    ['a very long password', JSON.stringify({ userId: 'operator', password: 'x'.repeat(201) }), 8002],
    ['1,000 nested arrays', `${'['.repeat(1000)}${']'.repeat(1000)}`, 8002],
    [
      '500 nested objects in a field',
      `{"userId":${'{"a":'.repeat(500)}1${'}'.repeat(500)},"password":"x"}`,
      8002,
    ],
    ['a body over 4 kB', JSON.stringify({ userId: 'operator', password: 'x'.repeat(4096) }), 8006],
    ['1 MB of nested arrays', nestedArrays(1024 * 1024), 8006],
    ['a body of 2 MB', JSON.stringify({ userId: 'operator', password: 'x'.repeat(2 * 1024 * 1024) }), 8006],
  ])('with %s is refused', async (_what, body, code) => {
    const answer = await site.browser().send('POST', '/api/session', body, own);
    expect(answer.json()).toMatchObject({ code, message: expect.any(String), data: expect.any(Object) });
    expect(answer.cookies).toEqual([]);
    expect(answer.body).not.toContain('x'.repeat(50));
  });
});

describe('ending a session by a malformed id', () => {
  test.each([
    ...['x', '0'.repeat(63), '0'.repeat(65), `${'0'.repeat(63)}G`, '%00', '..%2f', "'; drop table session"],
  ])('%s is refused', async (session) => {
    const browser = site.browser();
    await browser.signIn('operator');
    const answer = await browser.call('DELETE', `/api/session/${encodeURIComponent(session)}`);
    expect(answer.json().code).toBe(8002);
  });
});

describe('a forged session cookie', () => {
  test.each([
    ...['', 'x', 'A'.repeat(43), 'A'.repeat(5000), '%00', '"; drop table session; --', '../../etc/passwd'],
  ])('%j opens no session', async (value) => {
    const browser = site.browser();
    browser.cookies.set('gwanje_session', { value, path: '/' });
    expect((await browser.call('POST', '/api/password', {})).json().code).toBe(9999);
    expect((await browser.navigate('/portal')).headers.location).toBe('/login?returnUrl=%2Fportal');
  });
});

describe('answers', () => {
  test('an unknown call gets an envelope, an unknown page an HTML page', async () => {
    const browser = site.browser();
    expect((await browser.navigate('/api/nothing')).json()).toMatchObject({ code: 8003 });
    expect((await browser.call('POST', '/nothing', {})).json()).toMatchObject({ code: 8003 });
    const page = await browser.navigate('/nothing<script>');
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('페이지를 찾을 수 없습니다.');
    expect(page.body).not.toContain('nothing<script>');
  });

  test('have a policy without inline scripts, styles or frames', async () => {
    const { headers } = await site.browser().navigate('/login');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src-attr 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('same-origin');
  });
});
