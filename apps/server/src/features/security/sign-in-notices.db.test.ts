import { noteSignIn } from '@gwanje/backend/identity/sign-ins';
import { createLogger } from '@gwanje/backend/observe/logger';
import { changeRows, rowOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DeliveryFailure } from '../../alarms/notifications/clients/delivery-failure.ts';
import type { Mail } from '../../alarms/notifications/clients/mail-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { sendSignInNotices } from './sign-in-notices.ts';

let app: TestApp;
let mails: Mail[];
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  mails = [];
  await app.db.deleteFrom('signIn').execute();
  await changeRows(app.db, 'userAccount', { userId: 'user' }, { email: 'user@example.com' });
});

async function signIn(isMailed = true): Promise<void> {
  const { userNo } = await rowOf(app.db, 'userAccount', { userId: 'user' }, ['userNo']);
  const at = app.clock.now();
  const about = {
    method: 'password',
    userAgent: CHROME,
    address: '192.0.2.7',
    browser: 'b',
    isNewBrowser: isMailed,
  };
  await noteSignIn(app.db, { userNo, at, ...about, isMailed });
}

const working = {
  send: async (mail: Mail) => {
    mails.push(mail);
    return { refused: [] };
  },
};
const broken = {
  send: () => Promise.reject(new DeliveryFailure('connection', 'the mail server could not be reached')),
};
const run = (client: typeof working | typeof broken | undefined) =>
  sendSignInNotices(app.db, client, {
    portalUrl: 'https://login.example.com/portal',
    logger: createLogger('server', 'silent'),
    now: app.clock.now(),
  });

it('mails device, address and time of a sign-in with a new browser to its user, once', async () => {
  await signIn();
  await signIn(false);
  expect(await run(working)).toBe(1);
  expect(await run(working)).toBe(0);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.recipients).toEqual(['user@example.com']);
  expect(mails[0]?.subject).toBe('[관제] 새 기기에서 내 계정으로 로그인했습니다');
  for (const part of [
    'Chrome · Windows',
    '192.0.2.7',
    'https://login.example.com/portal',
    'If it was not you',
  ])
    expect(mails[0]?.text).toContain(part);
});

it('tries again after five minutes, for a day', async () => {
  await signIn();
  expect(await run(broken)).toBe(0);
  expect(await run(working)).toBe(0);
  app.clock.advance(5 * 60_000);
  await run(broken);
  app.clock.advance(25 * 3_600_000);
  expect(await run(working)).toBe(0);
  app.clock.advance(3_600_000);
  expect(await run(working)).toBe(0);
  expect(mails).toEqual([]);
});

it('forgets the mail without a mail server', async () => {
  await signIn();
  await run(undefined);
  expect(await run(working)).toBe(0);
});
