import { makeLink } from '@gwanje/backend/identity/one-time-links';
import { createSession, findSession } from '@gwanje/backend/identity/sessions';
import { expect, test } from 'vitest';
import { auditOf, insertUser, loginSiteForTests } from '../testing/login-site.ts';

const site = loginSiteForTests();
const PASSWORD = 'a much better sentence';
const HOUR_MS = 3_600_000;

async function linkFor(userId: string) {
  const userNo = await insertUser(site.db, { userId });
  const now = site.clock.now();
  const expiresAt = new Date(now.getTime() + HOUR_MS);
  const token = await makeLink(site.db, { userNo, kind: 'invitation', createdBy: userNo, now, expiresAt });
  return { token, userNo };
}

const post = (path: string, body: object) => site.browser().call('POST', path, body);

test('the page contains no secret and no inline script or style', async () => {
  const page = await site.browser().navigate('/set-password');
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('id="set-password"');
  expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style|style="|\son\w+="/);
});

test('a link names its user, sets a password once, and ends every session', async () => {
  const { token, userNo } = await linkFor('invited');
  const held = await createSession(site.db, userNo, { userAgent: '', address: '::1' }, site.clock.now());
  const named = (await post('/api/link', { token })).json().data;
  expect(named).toMatchObject({ userId: 'invited', kind: 'invitation' });
  expect((await post('/api/link/password', { token, newPassword: PASSWORD })).statusCode).toBe(200);
  expect(await findSession(site.db, held, site.clock.now())).toBeNull();
  expect((await site.browser().signIn('invited', PASSWORD)).statusCode).toBe(200);
  expect((await post('/api/link', { token })).json().code).toBe(8003);
  expect((await post('/api/link/password', { token, newPassword: PASSWORD })).json().code).toBe(8003);
  expect(await auditOf(site.db)).toContainEqual(
    expect.objectContaining({ action: 'user.setPasswordByLink' }),
  );
});

test('a link unlocks the browser that used it, and no other, while wrong passwords lock the account', async () => {
  const { token } = await linkFor('attacked');
  for (let i = 0; i < 5; i++) await site.browser().signIn('attacked', 'wrong password');
  const browser = site.browser();
  await browser.call('POST', '/api/link/password', { token, newPassword: PASSWORD });
  expect((await site.browser().signIn('attacked', PASSWORD)).json().code).toBe(8007);
  expect((await browser.signIn('attacked', PASSWORD)).statusCode).toBe(200);
});

test('of two concurrent uses one succeeds', async () => {
  const { token } = await linkFor('raced');
  const answers = await Promise.all(
    [PASSWORD, `${PASSWORD} too`].map((newPassword) => post('/api/link/password', { token, newPassword })),
  );
  expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 404]);
});

test('a weak password is refused with its reason, and the link stays valid', async () => {
  const { token } = await linkFor('weak');
  const answer = await post('/api/link/password', { token, newPassword: 'short' });
  expect(answer.json()).toMatchObject({ code: 8002, data: { field: 'newPassword', reason: 'tooShort' } });
  expect((await post('/api/link/password', { token, newPassword: PASSWORD })).statusCode).toBe(200);
});

test("an expired link, a suspended user's link and a guessed link are refused", async () => {
  const { token: late } = await linkFor('late');
  const { token: suspended, userNo } = await linkFor('halted');
  await site.db.updateTable('userAccount').set({ status: 2 }).where('userNo', '=', userNo).execute();
  site.clock.advance(HOUR_MS);
  for (const token of [late, suspended, 'x'.repeat(43)])
    expect((await post('/api/link/password', { token, newPassword: PASSWORD })).json().code).toBe(8003);
  expect((await post('/api/link', { token: "' or 1=1 --" })).json().code).toBe(8002);
});

test('guesses from one address are locked', async () => {
  const codes = new Set<number>();
  for (let tried = 0; tried < 60; tried++)
    codes.add((await post('/api/link', { token: `${tried}`.padEnd(43, 'x') })).json().code);
  expect(codes).toEqual(new Set([8003, 8007]));
});
