import type { Database } from '@gwanje/backend/database/schema';
import { verifyPassword } from '@gwanje/backend/identity/passwords';
import { findUserByNo } from '@gwanje/backend/identity/users';
import { loginCheck } from '@gwanje/contract/users/session';
import {
  checkUserId,
  deleteUser,
  getUser,
  insertUser,
  listUsers,
  updateUsers,
} from '@gwanje/contract/users/users';
import { changeRows, rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { type Caller, checksum, uniqueName } from '../../testing/test-app.ts';
import { addMember, addMetaGroup, addSubGroup, addUser, userNoOf } from '../../testing/world.ts';

async function waitingForLocks(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ cnt: number }>`
    select count(*) as cnt from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.cnt ?? 0;
}

const page = { pageNo: 1, pageCnt: 1000 };
const PASSWORD = 'a long enough secret';

describeWithSharedApp('users', (app) => {
  /** A group admin with one own sub group and a member in it. */
  async function groupAdminWithMember() {
    const { db } = app();
    const admin = await addUser(db, { role: 3 });
    const member = await addUser(db);
    const metaGroupId = await addMetaGroup(db, admin.userNo);
    const subGroupId = await addSubGroup(db, metaGroupId, undefined, [member.userNo]);
    return { admin, member, metaGroupId, subGroupId, caller: await app().signIn(admin.userId) };
  }
  async function accountOf(userNo: number) {
    const row = await findUserByNo(app().db, userNo);
    if (!row) throw new Error(`no user ${userNo}`);
    return row;
  }
  function newUser(change: Readonly<Record<string, unknown>> = {}) {
    return { userId: uniqueName('new'), name: '새 사용자', password: PASSWORD, role: 2, ...change };
  }

  describe('who sees which users', () => {
    it("shows a plain user only the user's own account, with its granted groups", async () => {
      const { member, metaGroupId, subGroupId, admin } = await groupAdminWithMember();
      const user = await app().signIn(member.userId);
      const own = await user.ok(getUser, { params: { userNo: member.userNo } });
      expect(own.user.userId).toBe(member.userId);
      expect(own.grantList).toMatchObject([{ metaGroupId, subGroupId }]);
      for (const userNo of [admin.userNo, 2_000_000_000])
        expect(await user.call(getUser, { params: { userNo } })).toMatchObject({ code: 8003, data: {} });
    });

    it('shows a group admin the own account and members of own groups, not their other groups', async () => {
      const { db } = app();
      const { admin, member, subGroupId, caller } = await groupAdminWithMember();
      const elsewhere = await addSubGroup(db, await addMetaGroup(db, null), undefined, [member.userNo]);
      const { list, totalCnt } = await caller.ok(listUsers, { params: page, body: {} });
      expect(list.map((user) => user.userNo).sort((a, b) => a - b)).toEqual([admin.userNo, member.userNo]);
      expect(totalCnt).toBe(2);
      const seen = list.find((user) => user.userNo === member.userNo);
      expect(seen?.grantList.map((grant) => grant.subGroupId)).toEqual([subGroupId]);
      const cntIn = async (group: number) =>
        (await caller.ok(listUsers, { params: page, body: { filter: { subGroupId: group } } })).totalCnt;
      expect([await cntIn(elsewhere), await cntIn(subGroupId)]).toEqual([0, 1]);
    });

    it('filters, sorts and pages the list', async () => {
      const { db } = app();
      const key = await app().signIn('key');
      const tag = uniqueName('tag');
      const wanted = [];
      for (const letter of ['c', 'a', 'b'])
        wanted.push((await addUser(db, { userId: `${tag}-${letter}`, role: 3, status: 4 })).userId);
      await addUser(db, { userId: `${tag}-d`, role: 2 });
      const listed = async (body: object, params = page) => {
        const answer = await key.ok(listUsers, { params, body: { _method: 'get', ...body } });
        return `${answer.totalCnt}: ${answer.list.map((user) => user.userId.slice(-1)).join('')}`;
      };
      const found = { search: tag };
      expect(await listed({ filter: { search: tag.toUpperCase(), role: 3 } })).toBe('3: abc');
      expect(await listed({ filter: found, orderBy: ['-userId'] })).toBe('4: dcba');
      expect(await listed({ filter: found, orderBy: ['role', '-userId'] })).toBe('4: dcba');
      expect(await listed({ filter: { ...found, status: 4 } }, { pageNo: 2, pageCnt: 2 })).toBe('3: c');
      expect(await listed({ filter: { ...found, isKeyUser: 'Y' } })).toBe('0: ');
      // SQL pattern characters have no special meaning here.
      expect(await listed({ filter: { search: `${tag}%` } })).toBe('0: ');
      expect(await listed({ filter: found }, { pageNo: 1_000_000, pageCnt: 1000 })).toBe('4: ');
    });

    it('reports whether a user id is free, taken or malformed', async () => {
      const key = await app().signIn('key');
      const check = (userId: string) => key.ok(checkUserId, { params: { userId } });
      expect(await check(uniqueName('free'))).toEqual({ available: true, reason: null });
      expect(await check('total')).toEqual({ available: false, reason: 'taken' });
      for (const userId of ['abc', 'Upper', '한글이름', 'a b c d', 'x'.repeat(33), '..', 'a/b/c'])
        expect(await check(userId)).toEqual({ available: false, reason: 'malformed' });
    });
  });

  describe('creating a user', () => {
    it('stores a hash of the password and the memberships; the audit log has no password', async () => {
      const { metaGroupId, subGroupId, caller } = await groupAdminWithMember();
      const grant = { metaGroupId, subGroupId };
      const body = newUser({ grantList: [grant, grant], email: 'new@example.com' });
      const { userNo } = await caller.ok(insertUser, { body });
      const row = await accountOf(userNo);
      expect(row).toMatchObject({ userId: body.userId, email: 'new@example.com', role: 2, status: 1 });
      expect(await verifyPassword(row.passwordHash, PASSWORD)).toBe(true);
      const { grantList } = await caller.ok(getUser, { params: { userNo } });
      expect(grantList).toMatchObject([grant]);
      const audit = await rowOf(app().db, 'audit', { action: 'user.insert', targetId: String(userNo) });
      expect(audit.detail).toMatchObject({ after: { userId: body.userId, subGroupIds: [subGroupId] } });
      expect(JSON.stringify(audit)).not.toContain(PASSWORD);
    });

    it('succeeds once for each user id', async () => {
      const key = await app().signIn('key');
      const body = newUser();
      const answers = await Promise.all([1, 2].map(() => key.call(insertUser, { body })));
      expect(answers.map((answer) => answer.code).sort()).toEqual([201, 8004]);
      expect(await key.call(insertUser, { body })).toMatchObject({ code: 8004, data: { field: 'userId' } });
    });

    it.each(['gwanje-demo1234567890'.slice(0, 9), 'password123', '1234567890', 'aaaaaaaaaaaa', 'qwertyuiop'])(
      'refuses the password %s',
      async (password) => {
        const key = await app().signIn('key');
        const answer = await key.call(insertUser, { body: newUser({ password }) });
        expect(answer).toMatchObject({ code: 8002, data: { field: 'password' } });
      },
    );

    it('refuses the user id as password', async () => {
      const key = await app().signIn('key');
      const userId = uniqueName('same-as-this');
      const answer = await key.call(insertUser, { body: newUser({ userId, password: userId }) });
      expect(answer).toMatchObject({ code: 8002, data: { field: 'password', reason: 'sameAsUserId' } });
    });

    it.each([
      ['total', { role: 1, isKeyUser: 'Y' }, 8005],
      ['total', { role: 1 }, 201],
      ['key', { role: 1, isKeyUser: 'Y' }, 201],
      ['key', { role: 3, isKeyUser: 'Y' }, 8002],
      ['key', { role: 10 }, 8002],
      ['user', { role: 2 }, 8005],
    ])('by %s with %j answers %i', async (userId, standing, code) => {
      const caller = await app().signIn(userId);
      expect((await caller.call(insertUser, { body: newUser(standing) })).code).toBe(code);
    });

    it('by a group admin is allowed only in an own group, and only with roles 3 and 2', async () => {
      const { db } = app();
      const { admin, metaGroupId, subGroupId, caller } = await groupAdminWithMember();
      const foreignMeta = await addMetaGroup(db, null);
      const foreign = await addSubGroup(db, foreignMeta);
      const granted = await addSubGroup(db, foreignMeta, undefined, [admin.userNo]);
      const own = { metaGroupId, subGroupId };
      const create = async (change: Readonly<Record<string, unknown>>) =>
        (await caller.call(insertUser, { body: newUser(change) })).code;
      expect(await create({})).toBe(8001);
      const ofOther = (id: number) => ({ metaGroupId: foreignMeta, subGroupId: id });
      expect(await create({ grantList: [own, ofOther(foreign)] })).toBe(8003);
      expect(await create({ grantList: [own, ofOther(granted)] })).toBe(8005);
      expect(await create({ grantList: [ofOther(subGroupId)] })).toBe(8003);
      expect(await create({ role: 1, grantList: [] })).toBe(8005);
      expect(await create({ role: 3, grantList: [own] })).toBe(201);
      expect(await create({ role: 2, grantList: [own] })).toBe(201);
    });

    it('refuses a total admin with memberships', async () => {
      const { metaGroupId, subGroupId } = await groupAdminWithMember();
      const key = await app().signIn('key');
      const body = newUser({ role: 1, grantList: [{ metaGroupId, subGroupId }] });
      const answer = await key.call(insertUser, { body });
      expect(answer).toMatchObject({ code: 8002, data: { field: 'grantList' } });
    });
  });

  describe('changing a user', () => {
    it('allows a plain user to change only their own name and e-mail', async () => {
      const { member } = await groupAdminWithMember();
      const { userNo } = member;
      const user = await app().signIn(member.userId);
      const own = { name: '바뀐 이름', email: 'me@example.com' };
      await user.ok(updateUsers, { body: [{ userNo, ...own }] });
      expect(await accountOf(userNo)).toMatchObject({ ...own, version: 2 });
      const before = await checksum(app().db);
      const change = async (values: object) =>
        (await user.call(updateUsers, { body: [{ userNo, ...values }] })).code;
      const escalations = [{ role: 1 }, { role: 3 }, { role: 1, isKeyUser: 'Y' }, { status: 4 }];
      for (const escalation of [...escalations, { password: PASSWORD }])
        expect(await change(escalation)).toBe(8005);
      const malformed = [{ role: 10 }, { userId: 'admin' }, { version: 'x' }, { passwordHash: 'x' }];
      for (const values of [...malformed, { isKeyUser: 'Y' }]) expect(await change(values)).toBe(8002);
      expect(await checksum(app().db)).toBe(before);
    });

    it('hides other users from a plain user', async () => {
      const { member, admin } = await groupAdminWithMember();
      const user = await app().signIn(member.userId);
      for (const userNo of [admin.userNo, await userNoOf(app().db, 'key'), 2_000_000_000])
        expect((await user.call(updateUsers, { body: [{ userNo, name: 'x' }] })).code).toBe(8003);
    });

    it('applies a new role, a restriction and a suspension to the next request', async () => {
      const { db } = app();
      const key = await app().signIn('key');
      const { userNo, userId } = await addUser(db, { role: 3 });
      const caller = await app().signIn(userId);
      const list = async () => (await caller.call(listUsers, { params: page, body: {} })).code;
      const rename = async () =>
        (await caller.call(updateUsers, { body: [{ userNo, name: uniqueName('n') }] })).code;
      expect(await list()).toBe(200);
      await key.ok(updateUsers, { body: [{ userNo, role: 2 }] });
      expect(await list()).toBe(8005);
      expect(await rename()).toBe(200);
      await key.ok(updateUsers, { body: [{ userNo, status: 4 }] });
      expect((await caller.call(loginCheck)).code).toBe(200);
      expect(await rename()).toBe(8005);
      await key.ok(updateUsers, { body: [{ userNo, status: 2 }] });
      expect((await caller.call(loginCheck)).code).toBe(9999);
      await key.ok(updateUsers, { body: [{ userNo, status: 1 }] });
      // The suspension ended the session; activating the user does not restore it.
      expect((await caller.call(loginCheck)).code).toBe(9999);
    });

    it('ends the sessions of a user who gets a new password from an admin', async () => {
      const { member, caller } = await groupAdminWithMember();
      const user = await app().signIn(member.userId);
      await caller.ok(updateUsers, { body: [{ userNo: member.userNo, password: PASSWORD }] });
      expect((await user.call(loginCheck)).code).toBe(9999);
      expect(await verifyPassword((await accountOf(member.userNo)).passwordHash, PASSWORD)).toBe(true);
      const ofUser = { action: 'user.update', targetId: String(member.userNo) };
      const audit = await rowOf(app().db, 'audit', ofUser);
      expect(audit.detail).toMatchObject({ passwordChanged: true });
      expect(JSON.stringify(audit)).not.toContain(PASSWORD);
    });

    it('refuses a password for a user who signs in with single sign-on', async () => {
      const { member, caller } = await groupAdminWithMember();
      const { userNo } = member;
      const linked = { oidcIssuer: 'https://id.example.com', oidcSubject: member.userId };
      await changeRows(app().db, 'userAccount', { userNo }, linked);
      const answer = await caller.call(updateUsers, { body: [{ userNo, password: PASSWORD }] });
      expect(answer).toMatchObject({ code: 8002, data: { reason: 'singleSignOn' } });
    });

    it('is refused to a group admin if the user also belongs to a group of another owner', async () => {
      const { db } = app();
      const { member, caller } = await groupAdminWithMember();
      await addSubGroup(db, await addMetaGroup(db, null), undefined, [member.userNo]);
      const { userNo } = member;
      for (const change of [{ password: PASSWORD }, { status: 2 }, { role: 3 }, { name: 'x' }])
        expect((await caller.call(updateUsers, { body: [{ userNo, ...change }] })).code).toBe(8005);
      expect((await caller.call(deleteUser, { params: { userNo } })).code).toBe(8005);
    });

    it('is refused to a group admin if the user owns a meta group', async () => {
      const { db } = app();
      const { caller, subGroupId } = await groupAdminWithMember();
      const peer = await addUser(db, { role: 3 });
      await addMember(db, peer.userNo, subGroupId);
      await addMetaGroup(db, peer.userNo);
      const answer = await caller.call(updateUsers, { body: [{ userNo: peer.userNo, password: PASSWORD }] });
      expect(answer.code).toBe(8005);
    });

    it.each([
      ['total', { role: 1, isKeyUser: true }, { name: 'x' }, 8005],
      ['total', { role: 1 }, { isKeyUser: 'Y' }, 8005],
      ['total', { role: 3 }, { role: 1 }, 200],
      ['total', { role: 1 }, { role: 2 }, 200],
      ['key', { role: 1 }, { isKeyUser: 'Y' }, 200],
      ['key', { role: 1, isKeyUser: true }, { role: 3 }, 200],
      ['key', { role: 3 }, { isKeyUser: 'Y' }, 8002],
    ] as const)('by %s, from %j to %j, answers %i', async (userId, standing, change, code) => {
      const { userNo } = await addUser(app().db, standing);
      const caller = await app().signIn(userId);
      expect((await caller.call(updateUsers, { body: [{ userNo, ...change }] })).code).toBe(code);
    });

    it('refuses a change of an outdated version as a conflict', async () => {
      const { db } = app();
      const key = await app().signIn('key');
      const { userNo } = await addUser(db);
      await key.ok(updateUsers, { body: [{ userNo, name: 'first', version: 1 }] });
      const answer = await key.call(updateUsers, { body: [{ userNo, name: 'second', version: 1 }] });
      expect(answer).toMatchObject({ code: 8004, data: { field: '0.version' } });
      expect((await accountOf(userNo)).name).toBe('first');
    });

    it('changes all users of a call or none', async () => {
      const { db } = app();
      const key = await app().signIn('key');
      const [first, second] = [await addUser(db), await addUser(db)];
      const body = [
        { userNo: first.userNo, name: 'changed' },
        { userNo: second.userNo, name: 'changed', version: 99 },
      ];
      expect((await key.call(updateUsers, { body })).code).toBe(8004);
      expect((await accountOf(first.userNo)).name).toBe(first.userId);
    });
  });

  describe('deleting a user', () => {
    it('ends their sessions and keeps their audit entries', async () => {
      const { db } = app();
      const { member, caller } = await groupAdminWithMember();
      const user = await app().signIn(member.userId);
      await user.ok(updateUsers, { body: [{ userNo: member.userNo, name: 'me' }] });
      await caller.ok(deleteUser, { params: { userNo: member.userNo } });
      expect((await user.call(loginCheck)).code).toBe(9999);
      const acts = await rowsOf(db, 'audit', { actorUserNo: member.userNo }, ['action']);
      expect(acts).toEqual([{ action: 'user.update' }]);
    });

    it('is refused to the user themselves, and while the user owns a meta group', async () => {
      const { admin, caller } = await groupAdminWithMember();
      const params = { userNo: admin.userNo };
      expect((await caller.call(deleteUser, { params })).code).toBe(8005);
      const key = await app().signIn('key');
      expect(await key.call(deleteUser, { params })).toMatchObject({ code: 8009, data: { metaGroupCnt: 1 } });
    });
  });

  describe('the last key admin', () => {
    /** Leaves only these two key admins. */
    async function twoKeyAdmins() {
      const { db } = app();
      await db.updateTable('userAccount').set({ isKeyUser: false }).where('isKeyUser', '=', true).execute();
      const keyUser = { role: 1, isKeyUser: true } as const;
      const admins = [await addUser(db, keyUser), await addUser(db, keyUser)] as const;
      const callers = await Promise.all(admins.map((admin) => app().signIn(admin.userId)));
      /** Each acts on the other, at once. */
      const each = (act: (caller: Caller, userNo: number) => ReturnType<Caller['call']>) =>
        Promise.all(callers.map((caller, index) => act(caller, admins[index === 0 ? 1 : 0].userNo)));
      return { admins, each };
    }
    async function activeKeyAdmins(): Promise<number> {
      const rows = await rowsOf(app().db, 'userAccount', { isKeyUser: true, status: 1 }, ['userNo']);
      return rows.length;
    }

    it.each([
      ['demoting', { role: 2 }],
      ['removing the key role', { isKeyUser: 'N' }],
      ['suspending', { status: 2 }],
      ['restricting', { status: 4 }],
    ])('remains when two key admins disable each other at once by %s', async (_how, change) => {
      const { each } = await twoKeyAdmins();
      const answers = await each((caller, userNo) =>
        caller.call(updateUsers, { body: [{ userNo, ...change }] }),
      );
      expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
      expect([8009, 8005, 8003, 9999]).toContain(answers.find((answer) => answer.code !== 200)?.code);
      expect(await activeKeyAdmins()).toBe(1);
    });

    it('remains when both requests wait for the same row locks', async () => {
      const { db } = app();
      const { admins, each } = await twoKeyAdmins();
      const numbers = admins.map((admin) => admin.userNo);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: held, resolve: holding } = Promise.withResolvers<void>();
      const holder = db.transaction().execute(async (trx) => {
        const accounts = trx.selectFrom('userAccount').select('userNo').where('userNo', 'in', numbers);
        await accounts.forUpdate().execute();
        holding();
        await released;
      });
      await held;
      const calls = each((caller, userNo) => caller.call(updateUsers, { body: [{ userNo, role: 2 }] }));
      await expect.poll(() => waitingForLocks(db)).toBe(2);
      release();
      await holder;
      const answers = await calls;
      const refused = answers.filter((answer) => answer.code !== 200);
      expect(refused).toMatchObject([{ code: 8009, data: { reason: 'lastKeyAdmin' } }]);
      expect(await activeKeyAdmins()).toBe(1);
    });

    it('remains when two key admins delete each other at once', async () => {
      const { each } = await twoKeyAdmins();
      const answers = await each((caller, userNo) => caller.call(deleteUser, { params: { userNo } }));
      expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
      expect(await activeKeyAdmins()).toBe(1);
    });
  });
});
