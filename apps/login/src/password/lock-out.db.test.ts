import { KNOWN_FOR_MS } from '@gwanje/backend/identity/known-browsers';
import { ADDRESS_RULE, addressKey, beginAttempt } from '@gwanje/backend/identity/login-throttle';
import { describe, expect, test } from 'vitest';
import { auditOf, insertUser, loginSiteForTests, PASSWORD } from '../testing/login-site.ts';

const MINUTE_MS = 60_000;
const wrong = 'wrong password';

describe('lock-out', () => {
  const site = loginSiteForTests({ GWANJE_TRUST_PROXY: '127.0.0.1' });

  async function fail(userId: string, times: number) {
    const answers = [];
    for (let i = 0; i < times; i++) answers.push(await site.browser().signIn(userId, wrong));
    return answers;
  }

  test('returns the lock time at the fifth failure, and then refuses the right password too', async () => {
    await insertUser(site.db, { userId: 'alice' });
    const answers = await fail('alice', 5);
    const lockedS = answers.map((answer) => answer.json().data.retryAfterS ?? 0);
    expect(lockedS).toEqual([0, 0, 0, 0, 60]);
    const refused = await site.browser().signIn('alice');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.json()).toMatchObject({ code: 8007, data: { reason: 'locked', retryAfterS: 60 } });
    expect(refused.cookies).toEqual([]);
    const locks = (await auditOf(site.db)).filter((record) => record.action === 'session.lock');
    expect(locks).toMatchObject([{ outcome: 'done', detail: { key: 'user' } }]);
  });

  test('neither extends a lock by attempts during it nor records each of them', async () => {
    await insertUser(site.db, { userId: 'bob.k' });
    await fail('bob.k', 5);
    const recorded = (await auditOf(site.db)).length;
    site.clock.advance(MINUTE_MS / 2);
    await fail('bob.k', 3);
    expect((await site.browser().signIn('bob.k')).json().data.retryAfterS).toBe(30);
    expect((await auditOf(site.db)).length).toBe(recorded);
    site.clock.advance(MINUTE_MS / 2);
    expect((await site.browser().signIn('bob.k')).statusCode).toBe(200);
  });

  test('doubles the lock at each failure after a lock, up to 15 minutes', async () => {
    await insertUser(site.db, { userId: 'carol' });
    await fail('carol', 5);
    const lockedS = [];
    for (let round = 0; round < 6; round++) {
      site.clock.advance(15 * MINUTE_MS);
      const [answer] = await fail('carol', 1);
      lockedS.push(answer?.json().data.retryAfterS);
    }
    expect(lockedS).toEqual([120, 240, 480, 900, 900, 900]);
  });

  test('clears the failure count after a successful sign-in', async () => {
    await insertUser(site.db, { userId: 'dave' });
    await fail('dave', 4);
    expect((await site.browser().signIn('dave')).statusCode).toBe(200);
    const answers = await fail('dave', 4);
    expect(answers.every((answer) => answer.json().data.retryAfterS === undefined)).toBe(true);
  });

  test('locks an unknown user id like an existing user id', async () => {
    const answers = await fail('no.such.user', 5);
    expect(answers.at(-1)?.json()).toMatchObject({ code: 8002, data: { retryAfterS: 60 } });
    expect((await site.browser().signIn('no.such.user')).json().code).toBe(8007);
  });

  test('does not lock a browser in which the user has signed in before', async () => {
    await insertUser(site.db, { userId: 'heidi' });
    const known = site.browser();
    await known.signIn('heidi');
    await fail('heidi', 5);
    expect((await site.browser().signIn('heidi')).json().code).toBe(8007);
    expect((await known.signIn('heidi')).statusCode).toBe(200);
    // The success says nothing about the other browsers.
    expect((await site.browser().signIn('heidi')).json().code).toBe(8007);
  });

  test('locks a known browser after its own failures, and no other', async () => {
    await insertUser(site.db, { userId: 'ivan' });
    const [shared, other] = [site.browser(), site.browser()];
    await shared.signIn('ivan');
    await other.signIn('ivan');
    for (let i = 0; i < 5; i++) await shared.signIn('ivan', wrong);
    expect((await shared.signIn('ivan')).json()).toMatchObject({ code: 8007, data: { reason: 'locked' } });
    expect((await other.signIn('ivan')).statusCode).toBe(200);
    expect((await site.browser().signIn('ivan')).statusCode).toBe(200);
  });

  test('keeps a browser known for its own user only', async () => {
    await insertUser(site.db, { userId: 'judy' });
    await insertUser(site.db, { userId: 'ken' });
    const browser = site.browser();
    await browser.signIn('judy');
    await fail('ken', 5);
    expect((await browser.signIn('ken')).json().code).toBe(8007);
  });

  test('locks a browser in which the user has not signed in for 180 days', async () => {
    await insertUser(site.db, { userId: 'mia' });
    const known = site.browser();
    await known.signIn('mia');
    site.clock.advance(KNOWN_FOR_MS);
    await fail('mia', 5);
    expect((await known.signIn('mia')).json().code).toBe(8007);
  });

  test('checks at most five of forty concurrent attempts', async () => {
    await insertUser(site.db, { userId: 'frank' });
    const passwords = [...Array(39).fill(wrong), PASSWORD];
    const answers = await Promise.all(passwords.map((password) => site.browser().signIn('frank', password)));
    const looked = answers.filter((answer) => answer.json().code !== 8007);
    expect(looked.length).toBeLessThanOrEqual(5);
    expect(answers.length - looked.length).toBeGreaterThanOrEqual(35);
  });

  async function failFrom(address: string, times: number) {
    const key = addressKey(address);
    for (let i = 0; i < times; i++) await beginAttempt(site.db, key, ADDRESS_RULE, site.clock.now());
  }

  test('locks an IP address that tries many accounts, and no other address', async () => {
    await insertUser(site.db, { userId: 'grace' });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    await failFrom('203.0.113.7', 49);
    const last = await site.browser().signIn('victim', wrong, from('203.0.113.7'));
    expect(last.json()).toMatchObject({ code: 8002, data: { retryAfterS: 60 } });
    expect((await site.browser().signIn('grace', PASSWORD, from('203.0.113.7'))).json().code).toBe(8007);
    expect((await site.browser().signIn('grace', PASSWORD, from('203.0.113.8'))).statusCode).toBe(200);
  });

  test('does not lock a known browser by wrong passwords from its address', async () => {
    await insertUser(site.db, { userId: 'liam' });
    const headers = { 'x-forwarded-for': '203.0.113.20' };
    const known = site.browser();
    await known.signIn('liam', PASSWORD, headers);
    await failFrom('203.0.113.20', 50);
    expect((await site.browser().signIn('liam', PASSWORD, headers)).json().code).toBe(8007);
    expect((await known.signIn('liam', PASSWORD, headers)).statusCode).toBe(200);
  });

  test('forgets one failure of an IP address each minute', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.21' };
    await failFrom('203.0.113.21', 49);
    site.clock.advance(30 * MINUTE_MS);
    await failFrom('203.0.113.21', 29);
    const answer = await site.browser().signIn('nobody.here', wrong, headers);
    expect(answer.json().data.retryAfterS).toBeUndefined();
  });

  test('does not clear the failures of an IP address by signing in to a valid account', async () => {
    await insertUser(site.db, { userId: 'mallory' });
    const headers = { 'x-forwarded-for': '203.0.113.99' };
    await failFrom('203.0.113.99', 48);
    expect((await site.browser().signIn('mallory', PASSWORD, headers)).statusCode).toBe(200);
    await failFrom('203.0.113.99', 1);
    expect((await site.browser().signIn('mallory', PASSWORD, headers)).statusCode).toBe(200);
    await failFrom('203.0.113.99', 1);
    expect((await site.browser().signIn('mallory', PASSWORD, headers)).json().code).toBe(8007);
  });
});
