import { eraseFromLog } from '@gwanje/backend/audit-log/erase-entries';
import { listAudit } from '@gwanje/contract/settings/audit';
import {
  erasePersonalData,
  exportPersonalData,
  getPersonalData,
  listErasures,
} from '@gwanje/contract/users/personal-data';
import { loginCheck } from '@gwanje/contract/users/session';
import { deleteUser, updateUsers } from '@gwanje/contract/users/users';
import { addRows, rowsOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { describeWithOwnApp } from '../../testing/describe-with-app.ts';
import { addMetaGroup, addUser, userNoOf } from '../../testing/world.ts';

describeWithOwnApp('personal data', (app) => {
  const fileOf = async (as: string, userNo: number) => {
    const caller = await app().signIn(as);
    const { content } = await caller.call(exportPersonalData, { params: { userNo } });
    return JSON.parse(String(content)) as {
      userNo: number;
      rows: (Record<string, unknown> & { data: string })[];
    };
  };
  const erase = async (userNo: number, as = 'key') =>
    (await app().signIn(as)).call(erasePersonalData, { params: { userNo } });

  it('shows a person how much is stored, by kind', async () => {
    const { userNo, userId } = await addUser(app().db);
    const caller = await app().signIn(userId);
    const own = await caller.ok(getPersonalData, { params: { userNo } });
    expect(own).toMatchObject({ userNo, name: userId, erasedAt: null, obstacle: 'noPermission' });
    expect(own.dataList).toContainEqual({ key: 'account', cnt: 1, effect: 'deleted' });
    expect(own.dataList).toContainEqual({ key: 'sessions', cnt: 1, effect: 'deleted' });
    const { userNo: otherNo } = await addUser(app().db);
    expect((await caller.call(getPersonalData, { params: { userNo: otherNo } })).code).toBe(8003);
  });

  it('exports all rows of a person without hashes, and records it', async () => {
    const { userNo, userId } = await addUser(app().db);
    await app().signIn(userId);
    const { rows } = await fileOf('total', userNo);
    expect(rows).toContainEqual(expect.objectContaining({ data: 'account', userId, name: userId }));
    expect(rows).toContainEqual(expect.objectContaining({ data: 'sessions', address: expect.any(String) }));
    expect(JSON.stringify(rows)).not.toMatch(/hash/i);
    const recorded = await rowsOf(
      app().db,
      'audit',
      { action: 'user.exportData', targetId: String(userNo) },
      ['actorUserId'],
    );
    expect(recorded).toEqual([{ actorUserId: 'total' }]);
    // The person sees that somebody exported the data, but not who.
    const own = await fileOf(userId, userNo);
    const entries = own.rows.filter(({ action }) => action === 'user.exportData');
    expect(entries).toContainEqual(expect.objectContaining({ actorUserId: null, address: null }));
    expect(JSON.stringify(own)).not.toContain('"total"');
  });

  it('exports a long history in steps, each row once', async () => {
    const { db } = app();
    const { userNo } = await addUser(db);
    const alarmId = 700_000;
    await addRows(db, 'alarm', {
      alarmId,
      hostId: 1,
      objectKey: 'o',
      itemKey: 'node.notReady',
      target: 'node',
      objectName: 'n',
      type: 1,
      level: 5,
      confirmLevel: 2,
      occurredAt: new Date(),
      lastOccurredAt: new Date(),
      changedAt: new Date(),
      isNotified: true,
    });
    await sql`insert into alarm_change (alarm_id, at, change, confirm_level, level, user_no, user_name)
      select ${alarmId}, now(), 'confirmed', 2, 5, ${userNo}, 'n' from generate_series(1, 2001)`.execute(db);
    const { rows } = await fileOf('total', userNo);
    const changes = rows.filter(({ data }) => data === 'alarmChanges');
    expect(changes).toHaveLength(2001);
    expect(Object.keys(changes[0] ?? {})).not.toContain('stepId');
  });

  it('refuses to erase an active account, oneself, the last key admin, and the owner of a group', async () => {
    const { db } = app();
    const reasonOf = async (userNo: number, as?: string) => (await erase(userNo, as)).data;
    const key = await userNoOf(db, 'key');
    expect(await reasonOf(await userNoOf(db, 'user'))).toEqual({ reason: 'active' });
    expect(await reasonOf(key)).toEqual({ reason: 'oneself' });
    expect((await erase(key, 'total')).code).toBe(8005);
    const { userNo } = await addUser(db, { role: 3, status: 2 });
    await addMetaGroup(db, userNo);
    expect(await reasonOf(userNo)).toEqual({ reason: 'ownsMetaGroups' });
    expect((await erase(2_000_000_000)).code).toBe(8003);
    expect((await erase(userNo, 'group')).code).toBe(8005);
  });

  it('erases a suspended user, once, and the history keeps the number', async () => {
    const { db, clock } = app();
    const { userNo, userId } = await addUser(db);
    const person = await app().signIn(userId);
    await person.ok(loginCheck);
    const admin = await app().signIn('total');
    await admin.ok(updateUsers, { body: [{ userNo, email: 'leaving@example.com' }] });
    expect((await erase(userNo, 'total')).data).toEqual({ reason: 'active' });
    await admin.ok(updateUsers, { body: [{ userNo, status: 2 }] });
    expect((await admin.ok(getPersonalData, { params: { userNo } })).obstacle).toBeNull();
    expect((await erase(userNo, 'total')).data).toEqual({ isNew: true });
    expect((await erase(userNo, 'total')).data).toEqual({ isNew: false });
    clock.advance(120_000);
    await eraseFromLog(db, clock.now());
    const { list } = await admin.ok(listAudit, {
      params: { pageNo: 1, pageCnt: 100 },
      body: { _method: 'get', filter: { targetKind: 'user', targetId: String(userNo) } },
    });
    expect(list.map(({ action }) => action)).toContain('user.erase');
    expect(JSON.stringify(list)).not.toMatch(new RegExp(`leaving@example|"${userId}"`));
    const { dataList, name, erasedAt } = await admin.ok(getPersonalData, { params: { userNo } });
    expect([name, erasedAt === null]).toEqual([null, false]);
    expect(dataList.filter(({ cnt, effect }) => cnt > 0 && effect === 'deleted')).toEqual([]);
    const { erasureList } = await admin.ok(listErasures);
    expect(erasureList).toMatchObject([{ userNo, erasedBy: 'total', finishedAt: expect.any(String) }]);
  });

  it('lists deleted users who are still named, and erases them', async () => {
    const { userNo, userId } = await addUser(app().db);
    const admin = await app().signIn('total');
    await admin.ok(deleteUser, { params: { userNo } });
    const listed = async () =>
      (await admin.ok(listErasures)).deletedUserList.find((user) => user.userNo === userNo);
    expect(await listed()).toMatchObject({ userId });
    expect((await erase(userNo)).data).toEqual({ isNew: true });
    expect(await listed()).toBeUndefined();
  });
});
