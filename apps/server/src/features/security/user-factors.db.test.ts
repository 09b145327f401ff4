import { readFactors } from '@gwanje/backend/identity/factors/factors';
import { replaceRecoveryCodes } from '@gwanje/backend/identity/factors/recovery-codes';
import { loginCheck } from '@gwanje/contract/users/session';
import { getUserFactors, resetUserFactors } from '@gwanje/contract/users/user-factors';
import { rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let userNo: number;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  userNo = await userNoOf('user');
  await enrol(userNo);
});

async function userNoOf(userId: string): Promise<number> {
  const row = await rowOf(app.db, 'userAccount', { userId }, ['userNo']);
  return row.userNo;
}

async function enrol(ofUserNo: number): Promise<void> {
  const now = app.clock.now();
  const totp = { userNo: ofUserNo, secret: Buffer.alloc(20, 1), confirmedAt: now, createdAt: now };
  await app.db
    .insertInto('userTotp')
    .values(totp)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await replaceRecoveryCodes(app.db, ofUserNo);
}

it('shows a total admin what a user has, without secrets', async () => {
  const admin = await app.signIn('total');
  expect(await admin.ok(getUserFactors, { params: { userNo } })).toEqual({
    hasTotp: true,
    passkeyCnt: 0,
    recoveryCodeCnt: 10,
  });
});

it('removes every factor, ends the sessions of the user, and does nothing the second time', async () => {
  const admin = await app.signIn('total');
  const user = await app.signIn('user');
  await user.ok(loginCheck);
  expect((await admin.call(resetUserFactors, { params: { userNo } })).code).toBe(200);
  expect(await readFactors(app.db, userNo)).toEqual({ hasTotp: false, passkeys: [], recoveryCodeCnt: 0 });
  expect((await user.call(loginCheck)).code).toBe(9999);
  expect((await admin.call(resetUserFactors, { params: { userNo } })).code).toBe(200);
  const entries = await rowsOf(app.db, 'audit', { action: 'user.resetFactors' }, ['targetId', 'detail']);
  expect(entries).toEqual([
    { targetId: String(userNo), detail: { userId: 'user', before: { hasTotp: true, passkeyCnt: 0 } } },
  ]);
});

it('is refused for oneself, for a representative admin by a total admin, and to other roles', async () => {
  const key = await userNoOf('key');
  await enrol(key);
  const admin = await app.signIn('total');
  expect((await admin.call(resetUserFactors, { params: { userNo: key } })).code).toBe(8005);
  const own = await userNoOf('total');
  await enrol(own);
  expect((await admin.call(resetUserFactors, { params: { userNo: own } })).code).toBe(8005);
  const groupAdmin = await app.signIn('group');
  expect((await groupAdmin.call(resetUserFactors, { params: { userNo } })).code).toBe(8005);
  expect((await readFactors(app.db, key)).hasTotp).toBe(true);
});
