import { listClusterNames } from '@gwanje/contract/clusters/clusters';
import { getSubGroup, grantSubGroups, revokeSubGroup } from '@gwanje/contract/users/groups';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { addCluster, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';

describeWithSharedApp('members of sub groups', (app) => {
  async function groupAdminScene() {
    const { db } = app();
    const admin = await addUser(db, { role: 3 });
    const member = await addUser(db);
    const metaGroupId = await addMetaGroup(db, admin.userNo);
    const subGroupId = await addSubGroup(db, metaGroupId, undefined, [member.userNo]);
    const emptySubGroupId = await addSubGroup(db, metaGroupId);
    return {
      admin,
      caller: await app().signIn(admin.userId),
      member,
      metaGroupId,
      subGroupId,
      emptySubGroupId,
    };
  }
  async function membersOf(subGroupId: number) {
    const rows = await rowsOf(app().db, 'subGroupMember', { subGroupId }, ['userNo'], ['userNo']);
    return rows.map((row) => row.userNo);
  }

  it('gain and lose access to clusters at the next request', async () => {
    const { caller, member, metaGroupId, emptySubGroupId } = await groupAdminScene();
    const hostId = await addCluster(app().db, emptySubGroupId);
    const link = { userNo: member.userNo, metaGroupId, subGroupId: emptySubGroupId };
    const visibleClusters = async () => {
      const { clusterList } = await (await app().signIn(member.userId)).ok(listClusterNames);
      return clusterList.map((cluster) => cluster.hostId);
    };
    expect(await visibleClusters()).toEqual([]);
    await caller.ok(grantSubGroups, { body: [link] });
    expect(await visibleClusters()).toEqual([hostId]);
    await caller.ok(revokeSubGroup, { params: link });
    expect(await visibleClusters()).toEqual([]);
  });

  it('get the answer 8109 at once when they select a revoked sub group', async () => {
    const { caller, member, metaGroupId, subGroupId } = await groupAdminScene();
    const user = await app().signIn(member.userId);
    const query = { subGroupIdList: subGroupId };
    expect((await user.call(listClusterNames, { query })).code).toBe(200);
    await caller.ok(revokeSubGroup, { params: { userNo: member.userNo, metaGroupId, subGroupId } });
    expect(await user.call(listClusterNames, { query })).toMatchObject({ code: 8109, data: { subGroupId } });
  });

  it('are added once, however often they are granted', async () => {
    const { caller, member, metaGroupId, emptySubGroupId } = await groupAdminScene();
    const link = { userNo: member.userNo, metaGroupId, subGroupId: emptySubGroupId };
    await caller.ok(grantSubGroups, { body: [link, link] });
    await caller.ok(grantSubGroups, { body: [link] });
    expect(await membersOf(emptySubGroupId)).toEqual([member.userNo]);
  });

  it('are added all or none', async () => {
    const { caller, member, metaGroupId, emptySubGroupId } = await groupAdminScene();
    const userWithoutGroup = await addUser(app().db);
    const body = [
      { userNo: member.userNo, metaGroupId, subGroupId: emptySubGroupId },
      { userNo: userWithoutGroup.userNo, metaGroupId, subGroupId: emptySubGroupId },
    ];
    expect(await caller.call(grantSubGroups, { body })).toMatchObject({
      code: 8003,
      data: { field: '1.userNo' },
    });
    expect(await membersOf(emptySubGroupId)).toEqual([]);
  });

  it('are not found with another meta group in the request', async () => {
    const { admin, caller, member, subGroupId } = await groupAdminScene();
    const other = await addMetaGroup(app().db, admin.userNo);
    const link = { userNo: member.userNo, metaGroupId: other, subGroupId };
    expect(await caller.call(grantSubGroups, { body: [link] })).toMatchObject({ code: 8003 });
    expect(await caller.call(revokeSubGroup, { params: link })).toMatchObject({ code: 8003 });
    expect(await membersOf(subGroupId)).toEqual([member.userNo]);
  });

  it('can include the group admin', async () => {
    const { admin, caller, metaGroupId, emptySubGroupId } = await groupAdminScene();
    await caller.ok(grantSubGroups, {
      body: [{ userNo: admin.userNo, metaGroupId, subGroupId: emptySubGroupId }],
    });
    expect(await membersOf(emptySubGroupId)).toEqual([admin.userNo]);
  });

  it('cannot be total admins', async () => {
    const { metaGroupId, emptySubGroupId } = await groupAdminScene();
    const total = await addUser(app().db, { role: 1 });
    const key = await app().signIn('key');
    const answer = await key.call(grantSubGroups, {
      body: [{ userNo: total.userNo, metaGroupId, subGroupId: emptySubGroupId }],
    });
    expect(answer).toMatchObject({ code: 8002, data: { field: '0.userNo' } });
  });

  it('cannot be removed if they are not members', async () => {
    const { caller, member, metaGroupId, emptySubGroupId } = await groupAdminScene();
    const params = { userNo: member.userNo, metaGroupId, subGroupId: emptySubGroupId };
    expect(await caller.call(revokeSubGroup, { params })).toMatchObject({ code: 8003 });
  });

  it('are listed with the sub group', async () => {
    const { caller, member, subGroupId } = await groupAdminScene();
    const info = await caller.ok(getSubGroup, { params: { subGroupId } });
    expect(info).toMatchObject({ memberCnt: 1, memberList: [{ userNo: member.userNo, role: 2 }] });
  });
});
