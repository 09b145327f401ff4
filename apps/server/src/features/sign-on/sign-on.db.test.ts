import { saveLastSignOn } from '@gwanje/backend/identity/sign-on-rules';
import { listAudit } from '@gwanje/contract/settings/audit';
import {
  getSignOnRules,
  NO_SIGN_ON_RULES,
  previewSignOnRules,
  SignOnRules,
  updateSignOnRules,
} from '@gwanje/contract/settings/sign-on-rules';
import { changeRows } from '@gwanje/testkit/testing/rows';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { addMember, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';

let app: TestApp;
let subGroupId: number;

beforeAll(async () => {
  app = await startTestApp();
  subGroupId = await addSubGroup(app.db, await addMetaGroup(app.db, null));
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(async () => {
  await app.db.deleteFrom('signOnClaim').execute();
  await app.db.updateTable('signOnRules').set({ rules: '{}', version: 0, updatedAt: null }).execute();
});

function rulesOf(ruleList: object[], otherwise = 'keep'): SignOnRules {
  const standard = { claim: 'groups', match: 'exact', role: null, grantedSubGroupIdList: [] };
  return SignOnRules.parse({ ruleList: ruleList.map((rule) => ({ ...standard, ...rule })), otherwise });
}

/** A user who signed on with these group names. */
async function signedOn(groups: string[], user: Parameters<typeof addUser>[1] = {}) {
  const added = await addUser(app.db, user);
  await changeRows(
    app.db,
    'userAccount',
    { userNo: added.userNo },
    { oidcIssuer: 'https://id.example.com', oidcSubject: added.userId },
  );
  await saveLastSignOn(app.db, added.userNo, {
    values: { groups },
    grantedByRules: [],
    signedOnAt: app.clock.now(),
  });
  return added;
}

it('shows no rules at first, stores them and records the change', async () => {
  const admin = await app.signIn('key');
  expect(await admin.ok(getSignOnRules)).toMatchObject({
    rules: NO_SIGN_ON_RULES,
    version: 0,
    updatedAt: null,
  });
  const rules = rulesOf([{ value: 'ops', role: 2, grantedSubGroupIdList: [subGroupId] }], 'refuse');
  expect(await admin.ok(updateSignOnRules, { body: { rules, version: 0 } })).toEqual({ version: 1 });
  expect(await admin.ok(getSignOnRules)).toMatchObject({ rules, version: 1 });
  const { list } = await admin.ok(listAudit, {
    params: { pageNo: 1, pageCnt: 1 },
    body: { _method: 'get', filter: { action: 'signOnRules.update' } },
  });
  expect(list[0]?.detail).toMatchObject({ before: NO_SIGN_ON_RULES, after: rules });
  expect(await admin.call(updateSignOnRules, { body: { rules, version: 0 } })).toMatchObject({ code: 8004 });
});

it('refuses rules with a sub group that does not exist', async () => {
  const admin = await app.signIn('key');
  const rules = rulesOf([{ value: 'a' }, { value: 'ops', grantedSubGroupIdList: [2_000_000_000] }]);
  expect(await admin.call(updateSignOnRules, { body: { rules } })).toMatchObject({
    code: 8003,
    data: { field: 'rules.ruleList.1.grantedSubGroupIdList' },
  });
});

it('lets only a representative admin touch rules that make one', async () => {
  const total = await app.signIn((await addUser(app.db, { role: 1 })).userId);
  const key = await app.signIn('key');
  const making = rulesOf([{ value: 'chiefs', role: 10 }]);
  expect(await total.call(updateSignOnRules, { body: { rules: making } })).toMatchObject({ code: 8005 });
  await key.ok(updateSignOnRules, { body: { rules: making } });
  expect(await total.call(updateSignOnRules, { body: { rules: rulesOf([]) } })).toMatchObject({ code: 8005 });
});

it('refuses rules with which the admin could not sign on again as an admin', async () => {
  const { userId } = await signedOn(['chiefs'], { role: 1 });
  const admin = await app.signIn(userId);
  const refused = { code: 8002, data: { field: 'rules', reason: 'ownAccess' } };
  for (const rules of [
    rulesOf([{ value: 'chiefs', role: 3 }]),
    rulesOf([{ value: 'others', role: 1 }], 'refuse'),
  ])
    expect(await admin.call(updateSignOnRules, { body: { rules } })).toMatchObject(refused);
  const withNewClaim = rulesOf([{ claim: 'roles', value: 'chiefs', role: 1 }], 'user');
  expect(await admin.call(updateSignOnRules, { body: { rules: withNewClaim } })).toMatchObject({
    data: { field: 'rules', reason: 'ownClaim' },
  });
  await admin.ok(updateSignOnRules, { body: { rules: rulesOf([{ value: 'chiefs', role: 1 }], 'refuse') } });
  // An admin with a local password does not sign on by rules.
  await (await app.signIn('key')).ok(updateSignOnRules, { body: { rules: rulesOf([], 'refuse') } });
});

it('previews group names, a user, and who would change, without changing anything', async () => {
  const admin = await app.signIn('key');
  const lead = await signedOn(['leads']);
  const member = await signedOn(['staff']);
  await addMember(app.db, member.userNo, subGroupId);
  const gone = await signedOn(['other']);
  const rules = rulesOf(
    [
      { value: 'lead*', match: 'pattern', role: 3, grantedSubGroupIdList: [subGroupId] },
      { value: 'staff', role: 2 },
    ],
    'refuse',
  );
  const byNames = await admin.ok(previewSignOnRules, { body: { rules, valueList: ['leads', 'staff'] } });
  expect(byNames).toMatchObject({
    result: { role: 3, roleRuleNo: 0, ruleNoList: [0, 1], grantedSubGroupIdList: [subGroupId] },
    unseenClaimList: [],
    changedCnt: 3,
  });
  expect(byNames.changeList.toSorted((a, b) => a.userNo - b.userNo)).toMatchObject([
    { userNo: lead.userNo, role: 3, addedSubGroupIdList: [subGroupId], removedSubGroupIdList: [] },
    // A rule names the sub group, so rules decide about its members.
    { userNo: member.userNo, role: 2, removedSubGroupIdList: [subGroupId] },
    { userNo: gone.userNo, roleBefore: 2, role: 'refuse' },
  ]);
  const byUser = await admin.ok(previewSignOnRules, { body: { rules, userNo: gone.userNo } });
  expect(byUser).toMatchObject({ valueList: ['other'], result: { role: 'refuse', ruleNoList: [] } });
  const unknown = await admin.ok(previewSignOnRules, { body: { rules, userNo: 2_000_000_000 } });
  expect(unknown.result).toBeNull();
  expect((await admin.ok(getSignOnRules)).version).toBe(0);
  const { userList } = await admin.ok(getSignOnRules);
  expect(userList.map(({ userNo }) => userNo)).toContain(lead.userNo);
});

it('names the claims of which nothing is known until users sign on again', async () => {
  const admin = await app.signIn('key');
  await signedOn(['staff']);
  const rules = rulesOf([{ value: 'staff' }, { claim: 'roles', value: 'lead', role: 3 }]);
  const { unseenClaimList } = await admin.ok(previewSignOnRules, { body: { rules } });
  expect(unseenClaimList).toEqual(['roles']);
});

it('leaves out a sub group that was deleted', async () => {
  const admin = await app.signIn('key');
  const gone = await addSubGroup(app.db, await addMetaGroup(app.db, null));
  const rules = rulesOf([{ value: 'ops', grantedSubGroupIdList: [gone] }]);
  await admin.ok(updateSignOnRules, { body: { rules } });
  await app.db.deleteFrom('subGroup').where('subGroupId', '=', gone).execute();
  expect((await admin.ok(getSignOnRules)).rules).toEqual(rulesOf([{ value: 'ops' }]));
});
