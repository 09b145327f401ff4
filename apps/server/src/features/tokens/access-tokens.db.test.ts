import { insertCluster, listClusterNames, listClusters } from '@gwanje/contract/clusters/clusters';
import { insertAccessToken, listAccessTokens, revokeAccessToken } from '@gwanje/contract/users/access-tokens';
import {
  getSubGroup,
  grantSubGroups,
  insertMetaGroup,
  insertSubGroup,
  listGroupNames,
  updateMetaGroup,
} from '@gwanje/contract/users/groups';
import { loginCheck } from '@gwanje/contract/users/session';
import { type EndpointName, endpoints } from '@gwanje/kinds/endpoints';
import { rowOf } from '@gwanje/testkit/testing/rows';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ownApp } from '../../testing/describe-with-app.ts';
import { makeWorld, type World } from '../../testing/example-world.ts';
import { examples } from '../../testing/examples.ts';
import { type Caller, checksum, type TestApp, uniqueName } from '../../testing/test-app.ts';
import { addMember, addMetaGroup, addSubGroup, addUser, anyTemplate, userNoOf } from '../../testing/world.ts';

const app = ownApp();

/** Sends the token like a script: without a cookie, from another origin. */
function byToken(app: TestApp, token: string): Caller {
  const plain = app.withToken(undefined);
  const from = { origin: 'https://a-script.example', 'sec-fetch-site': 'none' };
  const headers = { authorization: `Bearer ${token}`, ...from };
  return {
    send: (method, path, request) => plain.send(method, path, { ...request, headers }),
    call: (endpoint, request) => plain.call(endpoint, { ...request, headers }),
    ok: (endpoint, request) => plain.ok(endpoint, { ...request, headers }),
  };
}

const GRANTED = { name: '자동화', role: 3, metaGroupIdList: [] as number[], days: 30 };

describe('access tokens', () => {
  async function tokenOf(
    userId: string,
    over: Partial<typeof GRANTED> = {},
  ): Promise<Caller & { id: number }> {
    const made = await (await app().signIn(userId)).ok(insertAccessToken, { body: { ...GRANTED, ...over } });
    return { ...byToken(app(), made.token), id: made.accessTokenId };
  }

  async function addGroupOf(userId: string) {
    const metaGroupId = await addMetaGroup(app().db, await userNoOf(app().db, userId));
    return { metaGroupId, subGroupId: await addSubGroup(app().db, metaGroupId) };
  }

  async function clusterBody(subGroupId: number, metaGroupId: number) {
    const alarmTemplateId = await anyTemplate(app().db);
    return { name: uniqueName('by-token'), metaGroupId, subGroupId, alarmTemplateId };
  }

  it('make calls in the name of their creator, and the audit log names the token', async () => {
    const { metaGroupId, subGroupId } = await addGroupOf('total');
    const script = await tokenOf('total', { metaGroupIdList: [metaGroupId] });
    const body = await clusterBody(subGroupId, metaGroupId);
    const { hostId } = await script.ok(insertCluster, { body });
    const entry = await rowOf(app().db, 'audit', { action: 'cluster.insert', targetId: String(hostId) });
    expect(entry).toMatchObject({ actorUserId: 'total', detail: { accessToken: '자동화' } });
  });

  it('see and change only the groups they are limited to, though their creator sees all', async () => {
    const allowed = await addGroupOf('key');
    const other = await addGroupOf('key');
    for (const role of [1, 3]) {
      const script = await tokenOf('total', { role, metaGroupIdList: [allowed.metaGroupId] });
      const { groupNameList } = await script.ok(listGroupNames);
      expect(groupNameList.map(({ metaGroupId }) => metaGroupId)).toEqual([allowed.metaGroupId]);
      await script.ok(insertCluster, { body: await clusterBody(allowed.subGroupId, allowed.metaGroupId) });
      const body = await clusterBody(other.subGroupId, other.metaGroupId);
      expect((await script.call(insertCluster, { body })).code).toBe(8003);
      const query = { _method: 'get', pageNo: 1, pageCnt: 100 } as const;
      const { totalCnt } = await script.ok(listClusters, { body: query });
      const { clusterList } = await script.ok(listClusterNames);
      expect(clusterList).toHaveLength(totalCnt);
      expect((await script.call(insertMetaGroup, { params: { name: uniqueName('meta') } })).code).toBe(8005);
    }
    await app().db.deleteFrom('cluster').where('subGroupId', '=', allowed.subGroupId).execute();
    await app().db.deleteFrom('subGroup').where('metaGroupId', '=', allowed.metaGroupId).execute();
    const script = await tokenOf('total', { metaGroupIdList: [allowed.metaGroupId] });
    await app().db.deleteFrom('metaGroup').where('metaGroupId', '=', allowed.metaGroupId).execute();
    expect((await script.ok(listGroupNames)).groupNameList).toEqual([]);
  });

  it('limited to groups see and grant only users of those groups', async () => {
    const { db } = app();
    const own = await addGroupOf('total');
    const second = await addSubGroup(db, own.metaGroupId);
    // The creator owns this group too.
    const other = await addGroupOf('total');
    const [member, stranger] = [await addUser(db), await addUser(db, { role: 3 })];
    await addMember(db, member.userNo, own.subGroupId);
    await addMember(db, stranger.userNo, other.subGroupId);
    const link = (userNo: number) => ({ metaGroupId: own.metaGroupId, subGroupId: second, userNo });
    for (const role of [1, 3]) {
      const script = await tokenOf('total', { role, metaGroupIdList: [own.metaGroupId] });
      const granted = async (userNo: number) =>
        (await script.call(grantSubGroups, { body: [link(userNo)] })).code;
      expect(await granted(stranger.userNo)).toBe(8003);
      expect(await granted(await userNoOf(db, 'key'))).toBe(8003);
      expect(await granted(member.userNo)).toBe(200);
      const { memberList } = await script.ok(getSubGroup, { params: { subGroupId: second } });
      expect(memberList.map(({ userNo }) => userNo)).toEqual([member.userNo]);
      const change = { metaGroupId: own.metaGroupId, ownerUserNo: stranger.userNo };
      const owner = await script.call(updateMetaGroup, { body: [change] });
      expect(owner.code).toBe(role === 1 ? 8003 : 8005);
    }
    const unlimited = await tokenOf('total', { role: 1 });
    expect((await unlimited.call(grantSubGroups, { body: [link(stranger.userNo)] })).code).toBe(200);
  });

  it("allow no more than their role and their creator's current rights", async () => {
    const { metaGroupId, subGroupId } = await addGroupOf('total');
    const readOnly = await tokenOf('total', { role: 2 });
    expect((await readOnly.ok(listGroupNames)).groupNameList.length).toBeGreaterThan(0);
    const body = await clusterBody(subGroupId, metaGroupId);
    expect((await readOnly.call(insertCluster, { body })).code).toBe(8005);

    const { userId, userNo } = await addUser(app().db, { role: 1 });
    const script = await tokenOf(userId, { role: 1 });
    const demote = (change: object) =>
      app().db.updateTable('userAccount').set(change).where('userNo', '=', userNo).execute();
    await script.ok(insertSubGroup, { body: { metaGroupId, name: uniqueName('sub') } });
    await demote({ role: 2 });
    expect((await script.ok(listGroupNames)).groupNameList).toEqual([]);
    expect((await script.call(insertSubGroup, { body: { metaGroupId, name: 'x' } })).code).toBe(8005);
    await demote({ status: 2 });
    expect((await script.call(listGroupNames)).code).toBe(9999);
  });

  it('cannot be created by a group admin with a higher role or for hidden groups', async () => {
    const { metaGroupId } = await addGroupOf('total');
    const admin = await app().signIn('group');
    expect((await admin.call(insertAccessToken, { body: { ...GRANTED, role: 1 } })).code).toBe(8005);
    const body = { ...GRANTED, metaGroupIdList: [metaGroupId] };
    expect((await admin.call(insertAccessToken, { body })).code).toBe(8003);
    const user = await app().signIn('user');
    expect((await user.call(insertAccessToken, { body: { ...GRANTED, role: 2 } })).code).toBe(8005);
  });

  it('are refused after revocation or expiry, and a total admin may revoke any token', async () => {
    const script = await tokenOf('group');
    await script.ok(listGroupNames);
    await (await app().signIn('total')).ok(revokeAccessToken, { params: { accessTokenId: script.id } });
    expect((await script.call(listGroupNames)).code).toBe(9999);
    const short = await tokenOf('group', { days: 1 });
    app().clock.advance(86_400_001);
    try {
      expect((await short.call(listGroupNames)).code).toBe(9999);
    } finally {
      app().clock.advance(-86_400_001);
    }
  });

  it('are stored as a hash, shown once, and not stored with the idempotency key', async () => {
    const admin = await app().signIn('total');
    const headers = { 'idempotency-key': 'b0a8e7b4-6a53-4f5e-9c55-6a1f6f1d9b11' };
    const first = await admin.ok(insertAccessToken, { body: GRANTED, headers });
    const second = await admin.ok(insertAccessToken, { body: GRANTED, headers });
    expect(first.token).toMatch(/^gwa_[A-Za-z0-9_-]{43}$/);
    expect(second.token).not.toBe(first.token);
    for (const table of ['accessToken', 'audit', 'idempotency'] as const) {
      const rows = await app().db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(first.token.slice(12));
    }
    const { accessTokenList } = await admin.ok(listAccessTokens);
    const made = accessTokenList.find(({ accessTokenId }) => accessTokenId === first.accessTokenId);
    const prefix = first.token.slice(0, 12);
    expect(made).toMatchObject({ prefix, metaGroupList: null, revokedAt: null });
    expect(JSON.stringify(accessTokenList)).not.toContain(first.token.slice(12));
  });

  it('take precedence over a cookie, and attempts with wrong tokens are throttled', async () => {
    const cookie = await app().newToken('key');
    const both = { authorization: 'Bearer gwa_wrong', cookie: `gwanje_session=${cookie}` };
    expect((await app().withToken(cookie).call(listGroupNames, { headers: both })).code).toBe(9999);
    const wrong = byToken(app(), `gwa_${'x'.repeat(43)}`);
    const codes = new Set<number>();
    for (let tried = 0; tried < 60; tried++) codes.add((await wrong.call(listGroupNames)).code);
    expect(codes).toEqual(new Set([9999, 8007]));
    expect((await (await tokenOf('total')).call(listGroupNames)).code).toBe(200);
  });
});

describe('calls that refuse access tokens', () => {
  const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].tokens === 'no');

  it('include those about sign-in, users and tokens', () => {
    const some = ['loginCheck', 'insertUser', 'updateUsers', 'insertAccessToken', 'makeOneTimeLink'];
    expect(names).toEqual(expect.arrayContaining(some));
    expect(loginCheck.tokens).toBe('no');
  });

  describe('by a token of a total admin', () => {
    let world: World;
    let script: Caller;
    let before: string;
    beforeAll(async () => {
      world = await makeWorld(app(), await userNoOf(app().db, 'key'));
      const made = await (await app().signIn('key')).ok(insertAccessToken, { body: { ...GRANTED, role: 1 } });
      script = byToken(app(), made.token);
      await checksum(app().db);
      await script.ok(listGroupNames);
      // The use of the token is stored beside the answer.
      await vi.waitUntil(async () => (await checksum(app().db)).endsWith(' UPDATE access_token'));
      before = await checksum(app().db);
    });

    it.each(names)('%s is refused and changes nothing', async (name) => {
      expect((await script.call(endpoints[name], examples[name].request(world))).code).toBe(8005);
      expect(await checksum(app().db)).toBe(before);
    });
  });
});
