import { addPasskey, newPasskeyOptions } from '@gwanje/backend/identity/factors/passkeys';
import { beginTotp, confirmTotp } from '@gwanje/backend/identity/factors/totp';
import { updateClusters } from '@gwanje/contract/clusters/clusters';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { STANDARD_SECURITY, updateSecuritySettings } from '@gwanje/contract/settings/security';
import { insertAccessToken } from '@gwanje/contract/users/access-tokens';
import { proveIdentity, startProof } from '@gwanje/contract/users/proof';
import { listUsers } from '@gwanje/contract/users/users';
import { endpoints } from '@gwanje/kinds/endpoints';
import { SoftPasskey, totpCode } from '@gwanje/testkit/testing/authenticator';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../cli/demo/seed.ts';
import { type Caller, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addCluster } from '../../testing/world.ts';

const MIN_MS = 60_000;
const TOKEN = { body: { name: 'script', role: 2, metaGroupIdList: [], days: 1 } };
let app: TestApp;
let admin: Caller;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  await app.db.updateTable('securitySetting').set({ settings: '{}' }).execute();
  for (const table of ['userTotp', 'passkey', 'recoveryCode', 'loginThrottle'] as const)
    await app.db.deleteFrom(table).execute();
  admin = await app.signIn('key');
});

const account = () =>
  app.db.selectFrom('userAccount').selectAll().where('userId', '=', 'key').executeTakeFirstOrThrow();
const prove = (body: object) => admin.call(proveIdentity, { body });

it('refuses every dangerous call of a session without a fresh proof', async () => {
  app.clock.advance(15 * MIN_MS);
  const dangerous = Object.entries<Endpoint>(endpoints).filter(([, { needsFreshProof }]) => needsFreshProof);
  expect(dangerous.map(([name]) => name).sort()).toEqual([
    'deleteCluster',
    'deleteMetaGroup',
    'deleteSubGroups',
    'deleteUser',
    'downloadManifest',
    'erasePersonalData',
    'grantSubGroups',
    'importSettings',
    'insertAccessToken',
    'insertUser',
    'insertWallboardKey',
    'makeOneTimeLink',
    'moveSubGroups',
    'resetUserFactors',
    'revokeClusterToken',
    'revokeSubGroup',
    'updateLogPermissions',
    'updateMetaGroup',
    'updateSecuritySettings',
    'updateSignOnRules',
    'updateUsers',
  ]);
  for (const [name, { method, path }] of dangerous) {
    const answer = await admin.send(method, path.replace(/:\w+/g, '1'), method === 'GET' ? {} : { body: {} });
    expect([name, answer.code]).toEqual([name, 8012]);
  }
});

it('asks before a cluster moves to another group, and not before other changes of it', async () => {
  const groups = await app.db.selectFrom('subGroup').select(['subGroupId', 'metaGroupId']).limit(2).execute();
  const [from, to] = groups;
  if (!from || !to) throw new Error('two groups');
  const hostId = await addCluster(app.db, from.subGroupId);
  app.clock.advance(15 * MIN_MS);
  const change = async (fields: object) =>
    (await admin.call(updateClusters, { body: [{ hostId, ...fields }] })).code;
  expect(await change({ isMonitored: false, ...from })).toBe(200);
  expect(await change(to)).toBe(8012);
  admin = await app.signIn('key');
  expect(await change(to)).toBe(200);
});

it('takes a sign-in for a proof, until it is too old', async () => {
  app.clock.advance(15 * MIN_MS - 1);
  expect((await admin.call(insertAccessToken, TOKEN)).code).toBe(201);
  app.clock.advance(1);
  expect((await admin.call(insertAccessToken, TOKEN)).code).toBe(8012);
  const page = { params: { pageNo: 1, pageCnt: 1 }, body: { _method: 'get' } };
  expect((await admin.call(listUsers, page)).code).toBe(200);
});

it('goes on after the password, for this session alone', async () => {
  const other = await app.signIn('key');
  app.clock.advance(20 * MIN_MS);
  expect(await admin.ok(startProof)).toEqual({ methodList: ['password'], passkeyOptions: null });
  expect(await prove({ password: 'wrong' })).toMatchObject({
    code: 8002,
    data: { field: 'password', reason: 'wrongProof' },
  });
  expect((await prove({ password: DEMO_PASSWORD })).code).toBe(200);
  expect((await admin.call(insertAccessToken, TOKEN)).code).toBe(201);
  expect((await other.call(insertAccessToken, TOKEN)).code).toBe(8012);
  const entries = await rowsOf(
    app.db,
    'audit',
    { action: 'session.prove' },
    ['outcome', 'detail'],
    ['auditId'],
  );
  expect(entries).toEqual([
    { outcome: 'failed', detail: { method: 'password' } },
    { outcome: 'done', detail: { method: 'password' } },
  ]);
});

it('locks the proof after five wrong ones', async () => {
  for (let attempt = 0; attempt < 5; attempt++) await prove({ password: 'wrong' });
  expect((await prove({ password: DEMO_PASSWORD })).code).toBe(8007);
});

it('asks users with an authenticator app for a code, and each code works once', async () => {
  const enrolment = await beginTotp(app.db, await account(), app.clock.now());
  const secret = enrolment?.secret ?? '';
  await confirmTotp(app.db, (await account()).userNo, totpCode(secret, app.clock.now()), app.clock.now());
  app.clock.advance(20 * MIN_MS);
  expect((await admin.ok(startProof)).methodList).toEqual(['code']);
  expect((await prove({ password: DEMO_PASSWORD })).code).toBe(8002);
  const code = totpCode(secret, app.clock.now());
  expect((await prove({ code })).code).toBe(200);
  expect((await prove({ code })).code).toBe(8002);
});

it('accepts a passkey that signs in the console, and each challenge once', async () => {
  const { settings, db, clock } = app;
  const site = { rpId: 'localhost', origins: [settings.publicUrl] };
  const key = new SoftPasskey('localhost', settings.publicUrl);
  const { userNo } = await account();
  const boundTo = Buffer.alloc(32);
  const options = await newPasskeyOptions(db, site, await account(), boundTo, clock.now());
  await addPasskey(db, site, userNo, { response: key.create(options), name: '노트북' }, boundTo, clock.now());
  const { passkeyOptions } = await admin.ok(startProof);
  const challenge = String(passkeyOptions?.challenge);
  app.clock.advance(4 * MIN_MS);
  expect((await prove({ passkey: key.use({ challenge }) })).code).toBe(200);
  expect((await prove({ passkey: key.use({ challenge }) })).code).toBe(8002);
  const again = String((await admin.ok(startProof)).passkeyOptions?.challenge);
  const elsewhere = key.use({ challenge: again }, { origin: 'https://evil.example' });
  expect((await prove({ passkey: elsewhere })).code).toBe(8002);
});

it('asks users of single sign-on to sign on again, and takes no password of them', async () => {
  const { userNo } = await account();
  const { passwordHash } = await account();
  await app.db.updateTable('userAccount').set({ passwordHash: null }).where('userNo', '=', userNo).execute();
  expect((await admin.ok(startProof)).methodList).toEqual(['singleSignOn']);
  expect((await prove({ password: DEMO_PASSWORD })).code).toBe(8002);
  await app.db.updateTable('userAccount').set({ passwordHash }).where('userNo', '=', userNo).execute();
});

it('asks nobody when the rule is 0', async () => {
  const settings = { ...STANDARD_SECURITY, proofMin: 0 };
  expect((await admin.call(updateSecuritySettings, { body: { settings } })).code).toBe(200);
  app.clock.advance(60 * MIN_MS);
  expect((await admin.call(insertAccessToken, TOKEN)).code).toBe(201);
});
