import { ANONYMOUS_BODY_BYTES } from '@gwanje/backend/http/base-app';
import { listAudit } from '@gwanje/contract/settings/audit';
import {
  getSecuritySettings,
  type SecuritySettings,
  STANDARD_SECURITY,
  updateSecuritySettings,
} from '@gwanje/contract/settings/security';
import { insertAccessToken } from '@gwanje/contract/users/access-tokens';
import { loginCheck } from '@gwanje/contract/users/session';
import { addRows, rowOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { auditOf } from '../../testing/audit.ts';
import { type Caller, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { suspendDormantAccounts } from './dormant-account-repository.ts';

const MIN_MS = 60_000;
const DAY_MS = 86_400_000;
let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  await app.db.updateTable('securitySetting').set({ settings: '{}', version: 0 }).execute();
  admin = await app.signIn('key');
});

async function setRules(rules: Partial<SecuritySettings>) {
  const { version } = await admin.ok(getSecuritySettings);
  return admin.call(updateSecuritySettings, {
    body: { settings: { ...STANDARD_SECURITY, ...rules }, version },
  });
}
const networks = (over: Partial<SecuritySettings['networks']>) => ({
  networks: { ...STANDARD_SECURITY.networks, ...over },
});

it('shows the defaults, and records what was changed', async () => {
  expect((await admin.ok(getSecuritySettings)).settings).toEqual(STANDARD_SECURITY);
  expect((await setRules({ idleMin: 30 })).code).toBe(200);
  expect((await admin.ok(getSecuritySettings)).settings.idleMin).toBe(30);
  const body = { _method: 'get', filter: { action: 'security.update' } } as const;
  const { list } = await admin.ok(listAudit, { params: { pageNo: 1, pageCnt: 1 }, body });
  expect(list[0]?.detail).toMatchObject({ before: { idleMin: 720 }, after: { idleMin: 30 } });
});

it.each([
  [{}, false],
  [{ GWANJE_SMTP_URL: 'smtp://mail.example.com', GWANJE_SMTP_FROM: 'gwanje@example.com' }, true],
])('says whether the installation has a mail server: %j', async (environment, hasMailServer) => {
  await using own = await startTestApp({ environment });
  expect(await (await own.signIn('total')).ok(getSecuritySettings)).toMatchObject({ hasMailServer });
});

it('refuses a change that is based on an older version', async () => {
  const body = { settings: { ...STANDARD_SECURITY, idleMin: 30 }, version: 0 };
  expect((await admin.call(updateSecuritySettings, { body })).code).toBe(200);
  expect((await admin.call(updateSecuritySettings, { body })).code).toBe(8004);
});

it('cuts idle sessions that began before the rule', async () => {
  const user = await app.signIn('user');
  expect((await setRules({ idleMin: 5 })).code).toBe(200);
  app.clock.advance(4 * MIN_MS);
  await user.ok(loginCheck, { query: { keepAlive: 'Y' } });
  app.clock.advance(4 * MIN_MS);
  await user.ok(loginCheck, { query: { keepAlive: 'Y' } });
  app.clock.advance(6 * MIN_MS);
  expect((await user.call(loginCheck)).code).toBe(9999);
});

it('ends the longest session, though it is active', async () => {
  const user = await app.signIn('user');
  await setRules({ sessionMaxHours: 1 });
  for (let min = 0; min < 60; min += 20) {
    await user.ok(loginCheck, { query: { keepAlive: 'Y' } });
    app.clock.advance(20 * MIN_MS);
  }
  expect((await user.call(loginCheck)).code).toBe(9999);
});

it('ends the sessions of a role outside its networks with the next request', async () => {
  const user = await app.signIn('user');
  await user.ok(loginCheck);
  expect((await setRules(networks({ user: ['192.0.2.0/24'] }))).code).toBe(200);
  expect((await user.call(loginCheck)).code).toBe(9999);
  await admin.ok(loginCheck);
});

it('refuses access tokens outside their networks', async () => {
  const body = { name: 'script', role: 2, metaGroupIdList: [], days: 1 };
  const { token } = await admin.ok(insertAccessToken, { body });
  const program = app.withToken(undefined);
  const headers = { authorization: `Bearer ${token}` };
  expect((await program.send('GET', '/role/list', { headers })).code).toBe(200);
  await setRules(networks({ token: ['192.0.2.0/24'] }));
  const refused = await program.send('GET', '/role/list', { headers });
  expect(refused).toMatchObject({ code: 8005, data: { reason: 'network' } });
});

it('records a token outside its networks, whatever it calls, five times in an hour', async () => {
  const body = { name: 'stolen script', role: 1, metaGroupIdList: [], days: 1 };
  const { token, accessTokenId } = await admin.ok(insertAccessToken, { body });
  await setRules(networks({ token: ['192.0.2.0/24'] }));
  const headers = { authorization: `Bearer ${token}` };
  const program = app.withToken(undefined);
  const large = { payload: 'x'.repeat(ANONYMOUS_BODY_BYTES + 1) };
  expect((await program.send('POST', '/user/insert', { headers, ...large })).code).toBe(8005);
  await app.app.inject({ url: '/scim/v2/Users', headers });
  const records = async () =>
    (await auditOf(app.db, 'accessToken', accessTokenId)).filter(({ outcome }) => outcome === 'denied');
  const by = { actorUserId: 'key', address: '127.0.0.1' };
  const detail = { reason: 'network', accessToken: 'stolen script' };
  const record = { action: 'accessToken.use', ...by, detail };
  expect(await records()).toMatchObject([record, record]);
  for (let call = 0; call < 10; call++) await program.send('GET', '/role/list', { headers });
  expect(await records()).toHaveLength(5);
});

it.each([
  [{ totalAdmin: ['192.0.2.0/24'] }, 'totalAdmin', 'ownAddress'],
  [{ user: ['10.0.0.0/33'] }, 'user.0', 'network'],
])('refuses the networks %j', async (over, field, reason) => {
  expect(await setRules(networks(over))).toMatchObject({ code: 8002, data: { field, reason } });
});

it('refuses to need a second factor of the admin who has none', async () => {
  const refused = await setRules({ factorRoles: [10, 2] });
  expect(refused).toMatchObject({ code: 8002, data: { field: 'factorRoles', reason: 'ownFactor' } });
  const { userNo } = await rowOf(app.db, 'userAccount', { userId: 'key' }, ['userNo']);
  const now = app.clock.now();
  await addRows(app.db, 'userTotp', { userNo, secret: Buffer.alloc(20), confirmedAt: now, createdAt: now });
  expect((await setRules({ factorRoles: [10, 2] })).code).toBe(200);
});

it('suspends accounts that were not used for long, but never the last key admin', async () => {
  await setRules({ dormantDays: 30 });
  app.clock.advance(20 * DAY_MS);
  // Signs in again, so that it is in use.
  await (await app.signIn('group')).ok(loginCheck, { query: { keepAlive: 'Y' } });
  app.clock.advance(11 * DAY_MS);
  await suspendDormantAccounts(app.db, app.clock.now());
  const users = await app.db.selectFrom('userAccount').select(['userId', 'status']).execute();
  const statusOf = (id: string) => users.find(({ userId }) => userId === id)?.status;
  expect(['group', 'key', 'total', 'user'].map(statusOf)).toEqual([1, 1, 2, 2]);
  expect(await suspendDormantAccounts(app.db, app.clock.now())).toBe(0);
});
