import { expect, test, vi } from 'vitest';
import { readStored, writeStored } from '#core/browser/storage.ts';
import { envelope, networkDown } from '#core/testing/fake-network.ts';
import { dialogCnt, freshPage, settleAll } from '#core/testing/page.ts';
import { testUser } from '#core/testing/users.ts';
import { checkLogin, checkLoginAtStart } from './session.ts';
import { useSession } from './session-store.ts';
import { enterWallboard, forgetWallboard, WALLBOARD_KEY } from './wallboard.ts';

const SIGN_IN = '/wallboard/session';
const CHECK = '/api/v1/loginCheck';
const user = testUser({ userId: 'total', name: '관제실 왼쪽' });

test.each([
  ['opened', () => envelope(200)],
  ['refused', () => envelope(9999, {}, 401)],
  ['refused', () => envelope(8002, {}, 400)],
  ['tooMany', () => envelope(8007, {}, 429)],
  ['signedIn', () => envelope(8004, { reason: 'signedIn' }, 409)],
  ['unreachable', () => envelope(999, {}, 500)],
  ['unreachable', networkDown],
] as const)('the key of a link is %s', async (entry, answer) => {
  const { network } = await freshPage('/wallboard');
  network.on(SIGN_IN, answer);
  await expect(enterWallboard('gww_x')).resolves.toBe(entry);
  expect(network.requestsOf(SIGN_IN)[0]).toMatchObject({ method: 'POST', body: '{"token":"gww_x"}' });
  expect(readStored('local', WALLBOARD_KEY)).toBe(entry === 'opened' ? '1' : null);
});

test("a screen without a header does not load the header's data", async () => {
  const { network } = await freshPage('/custom-main');
  network.on(CHECK, () => envelope(200, { user, viewedBy: null, wallboard: { name: user.name } }));
  await expect(checkLogin()).resolves.toBe(true);
  expect(network.requests.map(({ url }) => url)).toEqual([CHECK]);
  expect(useSession.getState()).toMatchObject({ wallboard: { name: '관제실 왼쪽' }, loggedIn: true });
});

test('a screen without a valid key shows a message, without an alert and without a login page', async () => {
  const { network, went } = await freshPage('/custom-main');
  network.on(SIGN_IN, () => envelope(200));
  await enterWallboard('gww_x');
  network.on(CHECK, () => envelope(9999, {}, 401));
  await expect(checkLogin()).resolves.toBe(false);
  await settleAll();
  expect([dialogCnt(), went]).toEqual([0, ['/wallboard']]);
});

test('a screen that starts without a valid key asks once and does not repeat it', async () => {
  const { network, went } = await freshPage('/custom-main');
  writeStored('local', WALLBOARD_KEY, '1');
  network.on(CHECK, () => envelope(9999, {}, 401));
  await expect(checkLoginAtStart()).resolves.toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([network.requestsOf(CHECK).length, went]).toEqual([1, ['/wallboard']]);
});

test('after the key is forgotten, the browser shows the login page again', async () => {
  const { network, went } = await freshPage('/main');
  network.on(SIGN_IN, () => envelope(200));
  await enterWallboard('gww_x');
  forgetWallboard();
  network.on(CHECK, () => envelope(9999, {}, 401));
  await checkLogin();
  await settleAll();
  expect(went[0]).toContain('/login?returnUrl=');
});
