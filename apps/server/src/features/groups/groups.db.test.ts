import {
  deleteMetaGroup,
  deleteSubGroups,
  getSubGroup,
  insertMetaGroup,
  insertSubGroup,
  listGroupNames,
  listMetaGroups,
  listSubGroups,
  moveSubGroups,
  updateMetaGroup,
  updateSubGroup,
} from '@gwanje/contract/users/groups';
import { rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../../testing/audit.ts';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { uniqueName } from '../../testing/test-app.ts';
import { addCluster, addMetaGroup, addSubGroup, addUser, userNoOf } from '../../testing/world.ts';

const page = { pageNo: 1, pageCnt: 100 };

describeWithOwnApp('groups', (app) => {
  async function groupAdmin() {
    const { userNo, userId } = await addUser(app().db, { role: 3 });
    return { userNo, caller: await app().signIn(userId) };
  }
  async function metaGroupRow(metaGroupId: number) {
    return rowOf(app().db, 'metaGroup', { metaGroupId });
  }

  describe('visibility', () => {
    const all = { '데이터 분석 플랫폼 본부': 2, '사내 공통 인프라 본부': 2, '커머스 플랫폼 본부': 2 };
    it.each<[string, Record<string, number>]>([
      ['key', all],
      ['total', all],
      ['group', { '데이터 분석 플랫폼 본부': 1, '커머스 플랫폼 본부': 2 }],
      ['user', { '커머스 플랫폼 본부': 1 }],
    ])('shows the demo account %s its groups', async (userId, expected) => {
      const { groupNameList } = await (await app().signIn(userId)).ok(listGroupNames);
      const seen = Object.fromEntries(
        groupNameList.map((entry) => [entry.metaGroupName, entry.subGroupNameList.length]),
      );
      if (expected === all) expect(seen).toMatchObject(expected);
      else expect(seen).toEqual(expected);
    });

    it('limits counts to visible objects', async () => {
      const { db } = app();
      const admin = await groupAdmin();
      const metaGroupId = await addMetaGroup(db, await userNoOf(db, 'total'));
      const granted = await addSubGroup(db, metaGroupId, undefined, [admin.userNo]);
      const hidden = await addSubGroup(db, metaGroupId);
      await addCluster(db, granted);
      await addCluster(db, hidden);
      const { list, totalCnt } = await admin.caller.ok(listMetaGroups, { params: page });
      expect(totalCnt).toBe(1);
      expect(list).toMatchObject([{ metaGroupId, subGroupCnt: 1, clusterCnt: 1 }]);
      const subGroups = await admin.caller.ok(listSubGroups, { params: { metaGroupId, ...page } });
      expect(subGroups).toMatchObject({ totalCnt: 1, list: [{ subGroupId: granted, clusterCnt: 1 }] });
      const total = await app().signIn('total');
      expect((await total.ok(listSubGroups, { params: { metaGroupId, ...page } })).totalCnt).toBe(2);
    });

    it('hides the owner and other members of a group from a group admin who is only a member', async () => {
      const { db } = app();
      const admin = await groupAdmin();
      const stranger = await addUser(db);
      const metaGroupId = await addMetaGroup(db, await userNoOf(db, 'total'));
      const subGroupId = await addSubGroup(db, metaGroupId, undefined, [admin.userNo, stranger.userNo]);
      const { list } = await admin.caller.ok(listMetaGroups, { params: page });
      expect(list).toMatchObject([{ metaGroupId, ownerUserNo: null, ownerName: null }]);
      const info = await admin.caller.ok(getSubGroup, { params: { subGroupId } });
      expect(info).toMatchObject({ memberCnt: 1, ownerUserNo: null });
      expect(info.memberList.map((member) => member.userNo)).toEqual([admin.userNo]);
    });

    it('shows a meta group without sub groups only to its owner and to total admins', async () => {
      const { db } = app();
      const owner = await groupAdmin();
      const other = await groupAdmin();
      const metaGroupId = await addMetaGroup(db, owner.userNo);
      const total = await app().signIn('total');
      for (const caller of [owner.caller, total]) {
        const { groupNameList } = await caller.ok(listGroupNames);
        const found = groupNameList.find((entry) => entry.metaGroupId === metaGroupId);
        expect(found?.subGroupNameList).toEqual([]);
      }
      expect((await other.caller.ok(listGroupNames)).groupNameList).toEqual([]);
      expect((await other.caller.ok(listMetaGroups, { params: page })).totalCnt).toBe(0);
    });

    it('ignores the group selection, so that other groups can still be managed', async () => {
      const group = await app().signIn('group');
      const { groupNameList } = await group.ok(listGroupNames);
      const one = groupNameList[0]?.subGroupNameList[0]?.subGroupId;
      const { totalCnt } = await group.ok(listMetaGroups, { params: page, query: { subGroupIdList: one } });
      expect(totalCnt).toBe(groupNameList.length);
    });

    it('gives an empty page after the last one, with the total count', async () => {
      const key = await app().signIn('key');
      const { totalCnt } = await key.ok(listMetaGroups, { params: page });
      const past = await key.ok(listMetaGroups, { params: { pageNo: 999_999_999, pageCnt: 1000 } });
      expect(past).toEqual({ totalCnt, pageNo: 999_999_999, pageCnt: 1000, list: [] });
    });

    it('gives each group once over all pages', async () => {
      const key = await app().signIn('key');
      const { totalCnt, list } = await key.ok(listMetaGroups, { params: page });
      const seen: number[] = [];
      for (let pageNo = 1; pageNo <= totalCnt; pageNo += 1) {
        const one = await key.ok(listMetaGroups, { params: { pageNo, pageCnt: 1 } });
        seen.push(...one.list.map((group) => group.metaGroupId));
      }
      expect(seen).toEqual(list.map((group) => group.metaGroupId));
    });
  });

  describe('group names', () => {
    it.each(['.', '..', 'a/b', '%2F', '100 %', '?x=1#y', '🚢 배포', '운영 · 서울', 'a,b', '"x"', '..%2f..'])(
      'such as %j are accepted in the URL and stored unchanged',
      async (name) => {
        const key = await app().signIn('key');
        const { metaGroupId } = await key.ok(insertMetaGroup, { params: { name } });
        expect((await metaGroupRow(metaGroupId))?.name).toBe(name);
      },
    );

    it('are equal despite differences in Unicode normalization, case and surrounding blanks', async () => {
      const key = await app().signIn('key');
      const name = `플랫폼 Team ${uniqueName('x')}`;
      await key.ok(insertMetaGroup, { params: { name: name.normalize('NFD') } });
      for (const same of [name, name.toUpperCase(), `  ${name} `, name.normalize('NFD').toLowerCase()]) {
        const answer = await key.call(insertMetaGroup, { params: { name: same } });
        expect(answer).toMatchObject({ code: 8004, status: 409, data: { field: 'name' } });
      }
      const rows = await app().db.selectFrom('metaGroup').select('name').where('name', '=', name).execute();
      expect(rows).toHaveLength(1);
    });

    it('are unique within one meta group only', async () => {
      const { db } = app();
      const key = await app().signIn('key');
      const [first, second] = [await addMetaGroup(db, null), await addMetaGroup(db, null)];
      const name = uniqueName('same');
      await key.ok(insertSubGroup, { body: { metaGroupId: first, name } });
      await key.ok(insertSubGroup, { body: { metaGroupId: second, name } });
      const again = await key.call(insertSubGroup, { body: { metaGroupId: first, name } });
      expect(again).toMatchObject({ code: 8004, data: { field: 'name' } });
      const subGroupId = await addSubGroup(db, first);
      expect(await key.call(updateSubGroup, { body: [{ subGroupId, name }] })).toMatchObject({ code: 8004 });
    });

    it('are used once when several calls create the same group at once', async () => {
      const key = await app().signIn('key');
      const name = uniqueName('race');
      const answers = await Promise.all([1, 2, 3].map(() => key.call(insertMetaGroup, { params: { name } })));
      expect(answers.map((answer) => answer.code).sort()).toEqual([201, 8004, 8004]);
    });
  });

  describe('meta groups', () => {
    it('belong to the user who creates them', async () => {
      const total = await app().signIn('total');
      const { metaGroupId } = await total.ok(insertMetaGroup, { params: { name: uniqueName('mine') } });
      expect((await metaGroupRow(metaGroupId))?.ownerUserNo).toBe(await userNoOf(app().db, 'total'));
    });

    it('are renamed by their owner, who cannot transfer them', async () => {
      const { db } = app();
      const { userNo, caller } = await groupAdmin();
      const metaGroupId = await addMetaGroup(db, userNo);
      const name = uniqueName('renamed');
      // A form sends every field. The same owner again is not a transfer.
      await caller.ok(updateMetaGroup, { body: [{ metaGroupId, name, ownerUserNo: userNo }] });
      const heir = await addUser(db, { role: 3 });
      const body = [{ metaGroupId, name: 'x', ownerUserNo: heir.userNo }];
      expect(await caller.call(updateMetaGroup, { body })).toMatchObject({ code: 8005 });
      expect(await metaGroupRow(metaGroupId)).toMatchObject({ name, ownerUserNo: userNo });
    });

    it('get a new owner from a total admin; the owner must be an admin in normal status', async () => {
      const { db } = app();
      const total = await app().signIn('total');
      const metaGroupId = await addMetaGroup(db, null);
      const set = async (ownerUserNo: number) =>
        total.call(updateMetaGroup, { body: [{ metaGroupId, ownerUserNo }] });
      const plain = await addUser(db, { role: 2 });
      const suspended = await addUser(db, { role: 3, status: 2 });
      expect(await set(plain.userNo)).toMatchObject({ code: 8002, data: { reason: 'notAnAdmin' } });
      expect(await set(suspended.userNo)).toMatchObject({ code: 8002, data: { reason: 'notActive' } });
      expect(await set(2_000_000_000)).toMatchObject({ code: 8003, data: { field: '0.ownerUserNo' } });
      const fit = await addUser(db, { role: 3 });
      expect(await set(fit.userNo)).toMatchObject({ code: 200 });
      expect((await metaGroupRow(metaGroupId))?.ownerUserNo).toBe(fit.userNo);
    });

    it('are not changed by an item without new values, nor by two items for one group', async () => {
      const total = await app().signIn('total');
      const metaGroupId = await addMetaGroup(app().db, null);
      expect(await total.call(updateMetaGroup, { body: [{ metaGroupId }] })).toMatchObject({ code: 8001 });
      const two = ['a', 'b'].map((name) => ({ metaGroupId, name: uniqueName(name) }));
      expect(await total.call(updateMetaGroup, { body: two })).toMatchObject({ code: 8002 });
    });

    it('are deleted only without sub groups; otherwise the response has their number', async () => {
      const { db } = app();
      const total = await app().signIn('total');
      const metaGroupId = await addMetaGroup(db, null);
      const subGroupId = await addSubGroup(db, metaGroupId);
      const answer = await total.call(deleteMetaGroup, { params: { id: metaGroupId } });
      expect(answer).toMatchObject({ code: 8009, data: { subGroupCnt: 1 } });
      await total.ok(deleteSubGroups, { params: { ids: [subGroupId] } });
      await total.ok(deleteMetaGroup, { params: { id: metaGroupId } });
      expect((await total.call(deleteMetaGroup, { params: { id: metaGroupId } })).code).toBe(8003);
    });
  });

  describe('sub groups', () => {
    it('move only with rights on the source and the target meta group', async () => {
      const { db } = app();
      const { userNo, caller } = await groupAdmin();
      const own = await addMetaGroup(db, userNo);
      const alsoOwn = await addMetaGroup(db, userNo);
      const foreign = await addMetaGroup(db, null);
      const ownSub = await addSubGroup(db, own);
      const grantedSub = await addSubGroup(db, foreign, undefined, [userNo]);
      const move = (metaGroupId: number, subGroupIdList: number[]) =>
        caller.call(moveSubGroups, { body: { metaGroupId, subGroupIdList } });
      expect(await move(foreign, [ownSub])).toMatchObject({ code: 8005 });
      expect(await move(own, [grantedSub])).toMatchObject({ code: 8005 });
      expect(await move(alsoOwn, [ownSub, grantedSub])).toMatchObject({ code: 8005 });
      expect(await move(alsoOwn, [ownSub])).toMatchObject({ code: 200 });
      const row = await rowOf(db, 'subGroup', { subGroupId: ownSub }, ['metaGroupId']);
      expect(row.metaGroupId).toBe(alsoOwn);
    });

    it('move all or none when a name is in use in the target', async () => {
      const { db } = app();
      const key = await app().signIn('key');
      const [from, to] = [await addMetaGroup(db, null), await addMetaGroup(db, null)];
      const name = uniqueName('twin');
      await addSubGroup(db, to, name);
      const first = await addSubGroup(db, from);
      const twin = await addSubGroup(db, from, name);
      const body = { metaGroupId: to, subGroupIdList: [first, twin] };
      expect(await key.call(moveSubGroups, { body })).toMatchObject({
        code: 8004,
        data: { field: 'subGroupIdList.1', name },
      });
      const moved = await rowsOf(db, 'subGroup', { metaGroupId: to }, ['subGroupId']);
      expect(moved).toHaveLength(1);
    });

    it('are deleted all or none, and not while they hold clusters', async () => {
      const { db } = app();
      const key = await app().signIn('key');
      const metaGroupId = await addMetaGroup(db, null);
      const empty = await addSubGroup(db, metaGroupId);
      const full = await addSubGroup(db, metaGroupId);
      await addCluster(db, full);
      await addCluster(db, full);
      const answer = await key.call(deleteSubGroups, { params: { ids: [empty, full] } });
      expect(answer).toMatchObject({ code: 8009, data: { subGroupId: full, clusterCnt: 2 } });
      const left = await rowsOf(db, 'subGroup', { metaGroupId }, ['subGroupId']);
      expect(left).toHaveLength(2);
    });

    it('are not found under another meta group', async () => {
      const { db } = app();
      const key = await app().signIn('key');
      const [metaGroupId, other] = [await addMetaGroup(db, null), await addMetaGroup(db, null)];
      const subGroupId = await addSubGroup(db, metaGroupId);
      const body = [{ subGroupId, metaGroupId: other, name: uniqueName('x') }];
      expect(await key.call(updateSubGroup, { body })).toMatchObject({ code: 8003 });
    });
  });

  it('are audited with the values before and after each change', async () => {
    const { db } = app();
    const total = await app().signIn('total');
    const [before, after] = [uniqueName('before'), uniqueName('after')];
    const { metaGroupId } = await total.ok(insertMetaGroup, { params: { name: before } });
    await total.ok(updateMetaGroup, { body: [{ metaGroupId, name: after }] });
    await total.ok(deleteMetaGroup, { params: { id: metaGroupId } });
    const by = { outcome: 'done', actorUserId: 'total' };
    expect(await auditOf(db, 'metaGroup', metaGroupId)).toMatchObject([
      { ...by, action: 'metaGroup.insert', detail: { after: { name: before } } },
      { action: 'metaGroup.update', detail: { before: { name: before }, after: { name: after } } },
      { action: 'metaGroup.delete', detail: { before: { name: after } } },
    ]);
  });
});
