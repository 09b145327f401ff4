import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { getViewOption, saveViewOption } from '@gwanje/contract/dashboard/view-options';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { insertAccessToken } from '@gwanje/contract/users/access-tokens';
import { getSubGroup, insertSubGroup, listGroupNames } from '@gwanje/contract/users/groups';
import { loginCheck, startViewAs, stopViewAs } from '@gwanje/contract/users/session';
import { listRoles } from '@gwanje/contract/users/users';
import { type EndpointName, endpoints } from '@gwanje/kinds/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownApp } from '../../testing/describe-with-app.ts';
import { makeWorld, type World } from '../../testing/example-world.ts';
import { examples } from '../../testing/examples.ts';
import { type Caller, checksum, type TestApp, uniqueName } from '../../testing/test-app.ts';
import { addMetaGroup, addSubGroup, addUser, userNoOf } from '../../testing/world.ts';

const app = ownApp();

async function viewing(app: TestApp, as: string, by = 'total'): Promise<Caller> {
  const caller = await app.signIn(by);
  await caller.ok(startViewAs, { body: { userNo: await userNoOf(app.db, as) } });
  return caller;
}

async function lastRecords(app: TestApp, cnt: number) {
  const rows = await app.db.selectFrom('audit').selectAll().orderBy('auditId', 'desc').limit(cnt).execute();
  return rows.toReversed();
}

describe('viewing as another user', () => {
  it('shows what that user sees, and who is viewing', async () => {
    const admin = await viewing(app(), 'user');
    const user = await app().signIn('user');
    for (const endpoint of [listGroupNames, listClusterNames, listRoles])
      expect(await admin.ok(endpoint)).toEqual(await user.ok(endpoint));
    const checked = { user: { userId: 'user', role: 2 }, viewedBy: { userId: 'total' } };
    expect(await admin.ok(loginCheck)).toMatchObject(checked);
    expect(await user.ok(loginCheck)).toMatchObject({ user: { userId: 'user' }, viewedBy: null });
  });

  it('hides what that user may not see', async () => {
    const subGroupId = await addSubGroup(app().db, await addMetaGroup(app().db, null));
    const admin = await viewing(app(), 'group');
    expect((await admin.call(getSubGroup, { params: { subGroupId } })).code).toBe(8003);
    const query = { subGroupIdList: String(subGroupId) };
    expect((await admin.call(listClusterNames, { query })).code).toBe(8109);
    await admin.ok(stopViewAs);
    await admin.ok(getSubGroup, { params: { subGroupId } });
    await admin.ok(listClusterNames, { query });
  });

  it('applies to one session only', async () => {
    const elsewhere = await app().signIn('total');
    await viewing(app(), 'user');
    expect((await elsewhere.ok(loginCheck)).user.userId).toBe('total');
  });

  it('shows the view options of that user and changes no view options', async () => {
    const params = { type: uniqueName('board') };
    const [user, own] = [await app().signIn('user'), await app().signIn('total')];
    await user.ok(saveViewOption, { params, body: { of: 'user' } });
    await own.ok(saveViewOption, { params, body: { of: 'total' } });
    const admin = await viewing(app(), 'user');
    expect((await admin.ok(getViewOption, { params })).viewOption).toEqual({ of: 'user' });
    expect((await admin.call(saveViewOption, { params, body: { of: 'both' } })).code).toBe(8010);
    await admin.ok(stopViewAs);
    expect((await admin.ok(getViewOption, { params })).viewOption).toEqual({ of: 'total' });
    expect((await user.ok(getViewOption, { params })).viewOption).toEqual({ of: 'user' });
  });

  it('is audited at start and end with both users, as are refused calls meanwhile', async () => {
    const admin = await viewing(app(), 'group', 'key');
    const id = String(await userNoOf(app().db, 'group'));
    const body = { metaGroupId: await addMetaGroup(app().db, null), name: 'x' };
    expect((await admin.call(insertSubGroup, { body })).code).toBe(8010);
    await admin.ok(stopViewAs);
    await admin.ok(stopViewAs);
    const by = { actorUserId: 'key' };
    const end = { targetId: id, detail: { userId: 'group', reason: 'asked' } };
    expect(await lastRecords(app(), 3)).toMatchObject([
      { ...by, action: 'viewAs.start', targetId: id, detail: { userId: 'group' } },
      { ...by, action: 'insertSubGroup', outcome: 'denied', detail: { viewAs: 'group' } },
      { ...by, action: 'viewAs.stop', ...end },
    ]);
  });

  it.each([
    ['group', 'user', 8005],
    ['user', 'group', 8005],
    ['total', 'key', 8005],
    ['total', 'total', 8002],
    ['key', 'total', 200],
  ])('by %s as %s answers %d', async (by, as, code) => {
    const caller = await app().signIn(by);
    const body = { userNo: await userNoOf(app().db, as) };
    expect((await caller.call(startViewAs, { body })).code).toBe(code);
    expect((await caller.ok(loginCheck)).user.userId).toBe(code === 200 ? as : by);
  });

  it('does not start for a suspended or unknown user', async () => {
    const admin = await app().signIn('total');
    const { userNo } = await addUser(app().db, { status: 2 });
    const suspended = await admin.call(startViewAs, { body: { userNo } });
    expect(suspended).toMatchObject({ code: 8002, data: { field: 'userNo', reason: 'notActive' } });
    expect((await admin.call(startViewAs, { body: { userNo: 2_000_000_000 } })).code).toBe(8003);
  });

  it('cannot be nested', async () => {
    const admin = await viewing(app(), 'total', 'key');
    const body = { userNo: await userNoOf(app().db, 'user') };
    expect((await admin.call(startViewAs, { body })).code).toBe(8010);
    expect((await admin.ok(loginCheck)).user.userId).toBe('total');
  });

  it('is refused with an access token', async () => {
    const token = { name: '자동화', role: 1, metaGroupIdList: [], days: 1 };
    const made = await (await app().signIn('key')).ok(insertAccessToken, { body: token });
    const headers = { authorization: `Bearer ${made.token}` };
    const body = { userNo: await userNoOf(app().db, 'user') };
    const script = app().withToken(undefined);
    expect((await script.call(startViewAs, { body, headers })).code).toBe(8005);
  });

  it.each([
    ['the viewed user is suspended', { seen: { status: 2 } }, 'notActive'],
    ['the viewed user gets a higher role', { seen: { role: 1, isKeyUser: true } }, 'higherRole'],
    ['the viewed user is deleted', 'deleted', 'deleted'],
    ['the admin is demoted', { by: { role: 3 } }, 'noRight'],
    ['the admin is restricted', { by: { status: 4 } }, 'noRight'],
  ] as const)('refuses all calls when %s, until the admin ends the view', async (_when, change, reason) => {
    const { db } = app();
    const [by, seen] = [await addUser(db, { role: 1 }), await addUser(db)];
    const admin = await viewing(app(), seen.userId, by.userId);
    await admin.ok(listGroupNames);
    if (change === 'deleted') await db.deleteFrom('userAccount').where('userNo', '=', seen.userNo).execute();
    else
      for (const [who, values] of Object.entries(change)) {
        const { userNo } = who === 'by' ? by : seen;
        await db.updateTable('userAccount').set(values).where('userNo', '=', userNo).execute();
      }
    for (const endpoint of [loginCheck, listGroupNames])
      expect(await admin.call(endpoint)).toMatchObject({ code: 8011, data: { reason } });
    const write = { params: { type: 'x' }, body: {} };
    expect((await admin.call(saveViewOption, write)).code).toBe(8011);
    await admin.ok(stopViewAs);
    const end = { action: 'viewAs.stop', targetId: String(seen.userNo), detail: { reason } };
    expect(await lastRecords(app(), 1)).toMatchObject([{ actorUserId: by.userId, ...end }]);
    expect((await admin.ok(loginCheck)).user.userId).toBe(by.userId);
  });

  it('ends with the session of the admin, not with that of the viewed user', async () => {
    const { db } = app();
    const [by, seen] = [await addUser(db, { role: 1 }), await addUser(db)];
    const admin = await viewing(app(), seen.userId, by.userId);
    await db.deleteFrom('session').where('userNo', '=', seen.userNo).execute();
    await admin.ok(listGroupNames);
    await db.deleteFrom('session').where('userNo', '=', by.userNo).execute();
    expect((await admin.call(listGroupNames)).code).toBe(9999);
  });
});

describe('every call while viewing as another user', () => {
  const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => name !== 'stopViewAs');
  let seenNo: number;
  let admin: Caller;
  let world: World;
  let before: { readonly everything: string; readonly sessions: object[] };

  const sessionsOfSeen = () =>
    app().db.selectFrom('session').selectAll().where('userNo', '=', seenNo).execute();

  beforeAll(async () => {
    // The highest role, so that no call is refused for another reason.
    const seen = await addUser(app().db, { role: 1, isKeyUser: true });
    seenNo = seen.userNo;
    await app().newToken(seen.userId);
    world = await makeWorld(app(), seenNo);
    admin = await viewing(app(), seen.userId, 'key');
    before = { everything: await checksum(app().db), sessions: await sessionsOfSeen() };
    app().clock.advance(120_000);
  });

  it.each(names)('%s reads as the viewed user or is refused, and changes nothing', async (name) => {
    const endpoint: Endpoint = endpoints[name];
    const isRead = endpoint.read && endpoint.whileViewing === 'asSeen';
    const { code, data } = await admin.call(endpoint, examples[name].request(world));
    expect(code, JSON.stringify(data)).toBe(isRead ? endpoint.success : 8010);
    expect(await checksum(app().db)).toBe(before.everything);
  });

  it('leaves the sessions of the viewed user unchanged', async () => {
    expect(before.sessions).toHaveLength(1);
    expect(await sessionsOfSeen()).toEqual(before.sessions);
  });
});

describe('calls made as oneself while viewing', () => {
  it('are only the call that ends the view', () => {
    const names = Object.keys(endpoints) as EndpointName[];
    const asSelf = names.filter((name) => endpoints[name].whileViewing === 'asSelf');
    expect(asSelf).toEqual(['stopViewAs']);
  });
});
