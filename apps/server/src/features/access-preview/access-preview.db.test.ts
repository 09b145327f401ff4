import type { Database } from '@gwanje/backend/database/schema';
import { updateClusters } from '@gwanje/contract/clusters/clusters';
import { previewAccess } from '@gwanje/contract/users/access-preview';
import { updateMetaGroup } from '@gwanje/contract/users/groups';
import { updateUsers } from '@gwanje/contract/users/users';
import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { checksum, countDenials, uniqueName } from '../../testing/test-app.ts';
import { addCluster, addMetaGroup, addSubGroup, addUser } from '../../testing/world.ts';

describeWithSharedApp('the access preview', (app) => {
  /** An owner with two sub groups, a member of the first, and another admin's group. */
  async function ownerScene() {
    const { db } = app();
    const owner = await addUser(db, { role: 3 });
    const otherAdmin = await addUser(db, { role: 3 });
    const member = await addUser(db);
    const metaGroupId = await addMetaGroup(db, owner.userNo);
    const subGroupId = await addSubGroup(db, metaGroupId, undefined, [member.userNo]);
    const secondSubGroupId = await addSubGroup(db, metaGroupId);
    const otherMetaGroupId = await addMetaGroup(db, otherAdmin.userNo);
    const otherSubGroupId = await addSubGroup(db, otherMetaGroupId, undefined, [owner.userNo]);
    const hostId = await addCluster(db, subGroupId);
    return {
      owner,
      otherAdmin,
      member,
      metaGroupId,
      subGroupId,
      secondSubGroupId,
      otherMetaGroupId,
      otherSubGroupId,
      hostId,
      key: await app().signIn('key'),
      byOwner: await app().signIn(owner.userId),
    };
  }
  const preview = (change: object) => ({ body: { _method: 'get', change } });

  it('names the users and clusters of a change without making it', async () => {
    const { key, owner, otherAdmin, metaGroupId, hostId } = await ownerScene();
    const before = await checksum(app().db);
    const change = { kind: 'setOwner', metaGroupId, ownerUserNo: otherAdmin.userNo };
    const { userList, clusterList, ...blocks } = await key.ok(previewAccess, preview(change));
    expect(blocks).toEqual({
      gainedList: [{ userNoList: [otherAdmin.userNo], hostIdList: [hostId] }],
      lostList: [{ userNoList: [owner.userNo], hostIdList: [hostId] }],
    });
    expect(userList).toHaveLength(2);
    expect(userList).toContainEqual({ ...owner, name: owner.userId });
    expect(clusterList).toEqual([{ hostId, name: expect.any(String) }]);
    expect(await checksum(app().db)).toBe(before);
  });

  it('is empty for a change without effect', async () => {
    const { byOwner, hostId, metaGroupId, subGroupId } = await ownerScene();
    const emptyPreview = { gainedList: [], lostList: [], userList: [], clusterList: [] };
    const sameGroup = { kind: 'moveClusters', clusterList: [{ hostId, metaGroupId, subGroupId }] };
    expect(await byOwner.ok(previewAccess, preview(sameGroup))).toEqual(emptyPreview);
    expect(await byOwner.ok(previewAccess, preview({ kind: 'changeRights' }))).toEqual(emptyPreview);
  });

  it('is refused with the same code as the change itself, and audited', async () => {
    const { byOwner, key, otherAdmin, otherMetaGroupId, subGroupId, hostId, otherSubGroupId, metaGroupId } =
      await ownerScene();
    const cluster = { hostId, subGroupId: otherSubGroupId };
    const owner = { metaGroupId, ownerUserNo: otherAdmin.userNo };
    const user = { userNo: otherAdmin.userNo, status: 2 };
    const cases = [
      [{ kind: 'moveClusters', clusterList: [cluster] }, updateClusters, [cluster]],
      [{ kind: 'setOwner', ...owner }, updateMetaGroup, [owner]],
      [{ kind: 'changeRights', userList: [user] }, updateUsers, [user]],
    ] as const;
    for (const [change, call, body] of cases) {
      const denials = await countDenials(app().db);
      const previewed = await byOwner.call(previewAccess, preview(change));
      expect(await countDenials(app().db)).toBe(denials + 1);
      const made = await byOwner.call(call, { body });
      expect(previewed).toMatchObject({ code: made.code, data: made.data });
      expect(previewed.code).not.toBe(200);
    }
    const moved = { metaGroupId: otherMetaGroupId, subGroupIdList: [subGroupId] };
    const toOtherGroup = { kind: 'moveSubGroups', ...moved };
    expect((await byOwner.call(previewAccess, preview(toOtherGroup))).code).toBe(8005);
    expect((await key.call(previewAccess, preview(toOtherGroup))).code).toBe(200);
  });

  it('is refused to a restricted admin', async () => {
    const { owner, byOwner, metaGroupId, subGroupId, hostId } = await ownerScene();
    const sameGroup = { kind: 'moveClusters', clusterList: [{ hostId, metaGroupId, subGroupId }] };
    await app().db.updateTable('userAccount').set({ status: 4 }).where('userNo', '=', owner.userNo).execute();
    const answer = await byOwner.call(previewAccess, preview(sameGroup));
    expect(answer).toMatchObject({ code: 8005, data: { reason: 'restricted' } });
  });

  it('allows granting groups to a user whose role the same change lowers', async () => {
    const { key, metaGroupId, secondSubGroupId, hostId } = await ownerScene();
    const { db } = app();
    const admin = await addUser(db, { role: 1 });
    const secondHostId = await addCluster(db, secondSubGroupId);
    const link = { userNo: admin.userNo, metaGroupId, subGroupId: secondSubGroupId };
    const demoted = { userNo: admin.userNo, role: 2 };
    const granted = { kind: 'changeRights', grantList: [link] };
    const refused = await key.call(previewAccess, preview(granted));
    expect(refused).toMatchObject({ code: 8002, data: { reason: 'totalAdminNeedsNoMembership' } });
    const both = preview({ ...granted, userList: [demoted] });
    const { gainedList, lostList } = await key.ok(previewAccess, both);
    expect(gainedList).toEqual([]);
    expect(lostList).toHaveLength(1);
    expect(lostList[0]?.userNoList).toEqual([admin.userNo]);
    expect(lostList[0]?.hostIdList).toContain(hostId);
    expect(lostList[0]?.hostIdList).not.toContain(secondHostId);
  });

  it('names only users that the caller sees', async () => {
    const { byOwner, key, member, metaGroupId, subGroupId, secondSubGroupId, hostId, otherAdmin } =
      await ownerScene();
    // The caller owns the group, but not the other groups of its members.
    const { db } = app();
    const userWithoutGroup = await addUser(db);
    const clusterList = [{ hostId, subGroupId: secondSubGroupId }];
    const move = await byOwner.ok(previewAccess, preview({ kind: 'moveClusters', clusterList }));
    expect(move.lostList).toEqual([{ userNoList: [member.userNo], hostIdList: [hostId] }]);
    expect(move.userList.map((user) => user.userNo)).toEqual([member.userNo]);
    for (const userNo of [userWithoutGroup.userNo, otherAdmin.userNo]) {
      const grantList = [{ userNo, metaGroupId, subGroupId }];
      const change = { kind: 'changeRights', grantList };
      expect((await byOwner.call(previewAccess, preview(change))).code).toBe(8003);
      expect((await key.ok(previewAccess, preview(change))).gainedList).toEqual([
        { userNoList: [userNo], hostIdList: [hostId] },
      ]);
    }
  });

  it('covers 1,000 users and 500 clusters in one request', async () => {
    const { db } = app();
    const key = await app().signIn('key');
    const { hostIds, subGroupIds } = await addMany(db);
    const target = (at: number) => subGroupIds[(at * 7 + 1) % subGroupIds.length];
    const clusterList = hostIds.map((hostId, at) => ({ hostId, subGroupId: target(at) }));
    const change = preview({ kind: 'moveClusters', clusterList });
    const { gainedList, lostList } = await key.ok(previewAccess, change);
    for (const list of [gainedList, lostList])
      expect(list.flatMap(({ userNoList }) => userNoList)).toHaveLength(1000);
  });
});

/** 500 clusters in 200 sub groups of 50 owners; each of 1,000 users is a member of every tenth sub group. */
async function addMany(db: Kysely<Database>): Promise<{ hostIds: number[]; subGroupIds: number[] }> {
  const tag = uniqueName('many');
  await sql`insert into user_account (user_id, name, role)
    select ${`${tag}-`}::text || n, n::text, case when n % 2 = 0 then 3 else 2 end
    from generate_series(1, 1000) n`.execute(db);
  await sql`insert into meta_group (name, name_key, owner_user_no)
    select user_id, user_id, user_no from user_account
    where starts_with(user_id, ${tag}) and role = 3 order by user_no limit 50`.execute(db);
  await sql`insert into sub_group (meta_group_id, name, name_key)
    select meta_group_id, name || n, name || n from meta_group, generate_series(1, 4) n
    where starts_with(name, ${tag})`.execute(db);
  await sql`insert into sub_group_member (user_no, sub_group_id)
    select user_no, sub_group_id from user_account, sub_group
    where starts_with(user_id, ${tag}) and starts_with(sub_group.name, ${tag})
    and (user_no + sub_group_id * 7) % 10 = 0`.execute(db);
  await sql`insert into cluster (name, name_key, sub_group_id, alarm_template_id)
    select name || n, name || n, sub_group_id, (select min(alarm_template_id) from alarm_template)
    from sub_group, generate_series(1, 3) n where starts_with(name, ${tag})
    order by n, sub_group_id limit 500`.execute(db);
  const clusters = await sql<{ hostId: number }>`select host_id as "hostId" from cluster
    where starts_with(name, ${tag}) order by host_id`.execute(db);
  const subGroups = await sql<{ subGroupId: number }>`select sub_group_id as "subGroupId" from sub_group
    where starts_with(name, ${tag}) order by sub_group_id`.execute(db);
  return {
    hostIds: clusters.rows.map(({ hostId }) => hostId),
    subGroupIds: subGroups.rows.map(({ subGroupId }) => subGroupId),
  };
}
