import { randomUUID } from 'node:crypto';
import { describeOnEachDatabase } from '@gwanje/testkit/databases';
import { addRow, addRows, changeRows, rowOf, rowsOf } from '@gwanje/testkit/testing/rows';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { isForeignKeyViolation, isUniqueViolation } from './connection.ts';

describeOnEachDatabase('the schema', (database) => {
  function insertUser(values: { userId?: string; role?: number; isKeyUser?: boolean; status?: number } = {}) {
    const user = { userId: `u${randomUUID()}`, name: '홍길동', role: 2, ...values };
    return addRow(database().db, 'userAccount', user);
  }

  function insertMetaGroup(nameKey: string = randomUUID(), ownerUserNo: number | null = null) {
    return addRow(database().db, 'metaGroup', { name: nameKey, nameKey, ownerUserNo });
  }

  function insertSubGroup(metaGroupId: number, nameKey: string = randomUUID()) {
    return addRow(database().db, 'subGroup', { metaGroupId, name: nameKey, nameKey });
  }

  function insertCluster(subGroupId: number, nameKey: string, createdBy: number | null = null) {
    const cluster = { name: nameKey, nameKey, subGroupId, alarmTemplateId: 1, createdBy };
    return addRow(database().db, 'cluster', cluster);
  }

  function insertSession(userNo: number, tokenHash: Buffer) {
    return addRows(database().db, 'session', { tokenHash, userNo, userAgent: 'test', address: '::1' });
  }

  function violated(promise: Promise<unknown>): Promise<unknown> {
    return promise.then(
      () => 'accepted',
      (error: unknown) => error,
    );
  }

  it('refuses an explicit value for an identity column', async () => {
    const chosen = sql`insert into user_account (user_no, user_id, name, role) values (999, 'chosen', 'x', 2)`;
    await expect(chosen.execute(database().db)).rejects.toThrow('user_no');
  });

  it.each([
    ['a user id in capitals', { userId: 'Admin' }, 'user_account_user_id_lower_check'],
    ['an unknown role', { role: 10 }, 'user_account_role_check'],
    ['a key user who is not a total admin', { role: 3, isKeyUser: true }, 'user_account_key_user_check'],
    ['an unknown status', { status: 5 }, 'user_account_status_check'],
  ])('refuses %s', async (_, values, constraint) => {
    await expect(insertUser(values)).rejects.toMatchObject({ code: '23514', constraint });
  });

  it('refuses a second user with the same id, also when both are inserted at the same time', async () => {
    const results = await Promise.allSettled([1, 2, 3].map(() => insertUser({ userId: 'twin' })));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(2);
    for (const { reason } of refused)
      expect(isUniqueViolation(reason, 'user_account_user_id_unique')).toBe(true);
  });

  it('refuses a second user with the same single sign-on subject, but allows many without one', async () => {
    const { db } = database();
    const [first, second] = [await insertUser(), await insertUser()];
    const signOn = ({ userNo }: typeof first) =>
      changeRows(db, 'userAccount', { userNo }, { oidcIssuer: 'https://id.example', oidcSubject: 's1' });
    await signOn(first);
    const error = await violated(signOn(second));
    expect(isUniqueViolation(error, 'user_account_oidc_unique')).toBe(true);
  });

  it('deletes sessions, memberships and view options with their user, and keeps shared data', async () => {
    const { db } = database();
    const { userNo } = await insertUser();
    const { subGroupId } = await insertSubGroup((await insertMetaGroup()).metaGroupId);
    const { hostId } = await insertCluster(subGroupId, 'kept', userNo);
    await insertSession(userNo, Buffer.alloc(32, 7));
    await addRows(db, 'subGroupMember', { userNo, subGroupId });
    await addRows(db, 'viewOption', { userNo, type: 'main', value: '{}' });
    await db.deleteFrom('userAccount').where('userNo', '=', userNo).execute();
    for (const table of ['session', 'subGroupMember', 'viewOption'] as const)
      expect(await rowsOf(db, table, { userNo })).toEqual([]);
    expect((await rowOf(db, 'cluster', { hostId })).createdBy).toBeNull();
  });

  it('refuses to delete the owner of a meta group, or a group that is not empty', async () => {
    const { db } = database();
    const { userNo } = await insertUser();
    const { metaGroupId } = await insertMetaGroup(randomUUID(), userNo);
    const { subGroupId } = await insertSubGroup(metaGroupId);
    await insertCluster(subGroupId, 'c');
    const attempts = [
      ['meta_group_owner_user_no_fkey', db.deleteFrom('userAccount').where('userNo', '=', userNo)],
      ['sub_group_meta_group_id_fkey', db.deleteFrom('metaGroup').where('metaGroupId', '=', metaGroupId)],
      ['cluster_sub_group_id_fkey', db.deleteFrom('subGroup').where('subGroupId', '=', subGroupId)],
      ['cluster_alarm_template_id_fkey', db.deleteFrom('alarmTemplate').where('alarmTemplateId', '=', 1)],
    ] as const;
    for (const [constraint, attempt] of attempts) {
      const error = await violated(attempt.execute());
      expect(isForeignKeyViolation(error, constraint), constraint).toBe(true);
    }
  });

  it('requires unique names within one parent, not across parents', async () => {
    const [one, two] = [await insertMetaGroup('관제'), await insertMetaGroup('운영')];
    expect(isUniqueViolation(await violated(insertMetaGroup('관제')), 'meta_group_name_unique')).toBe(true);
    const sub = await insertSubGroup(one.metaGroupId, 'a');
    const other = await insertSubGroup(two.metaGroupId, 'a');
    const twice = await violated(insertSubGroup(one.metaGroupId, 'a'));
    expect(isUniqueViolation(twice, 'sub_group_name_unique')).toBe(true);
    await insertCluster(sub.subGroupId, 'k8s');
    await insertCluster(other.subGroupId, 'k8s');
    const again = await violated(insertCluster(sub.subGroupId, 'k8s'));
    expect(isUniqueViolation(again, 'cluster_name_unique')).toBe(true);
  });

  it('accepts only token hashes as session keys', async () => {
    const { userNo } = await insertUser();
    await expect(insertSession(userNo, Buffer.from('plain token'))).rejects.toMatchObject({
      constraint: 'session_token_hash_check',
    });
  });

  it('has at most one active logo, with the declared size', async () => {
    const { db } = database();
    const logo = { name: 'l', contentType: 'image/png', content: Buffer.from([0, 1, 255]), sizeBytes: 3 };
    await addRows(db, 'logo', [logo, logo, { ...logo, active: true }]);
    const error = await violated(addRows(db, 'logo', { ...logo, active: true }));
    expect(isUniqueViolation(error, 'logo_one_active')).toBe(true);
    await expect(addRows(db, 'logo', { ...logo, sizeBytes: 4 })).rejects.toMatchObject({
      constraint: 'logo_size_bytes_check',
    });
    expect((await rowOf(db, 'logo', { active: true })).content).toEqual(logo.content);
  });

  it('returns JSON unchanged: its keys are not columns', async () => {
    const { db } = database();
    const { userNo } = await insertUser();
    const value = { snake_key: { deep_key: [1, { in_list: null }] }, camelKey: '값' };
    await addRows(db, 'viewOption', { userNo, type: 't', value: JSON.stringify(value) });
    expect((await rowOf(db, 'viewOption', { userNo })).value).toEqual(value);
  });

  it('allows only inserts into the audit log', async () => {
    const { db } = database();
    const entry = { action: 'user.insert', outcome: 'done', detail: '{"user_no":1}' } as const;
    const first = await addRow(db, 'audit', entry);
    expect(first).toMatchObject({ at: expect.any(Date), detail: { user_no: 1 } });
    for (const change of [
      sql`update audit set action = 'nothing'`,
      sql`update audit set action = 'nothing' where false`,
      sql`delete from audit`,
      sql`truncate audit`,
      sql`truncate audit, idempotency cascade`,
    ]) {
      await expect(change.execute(db)).rejects.toThrow('append-only');
    }
    const wrong = sql`insert into audit (action, outcome) values ('x', 'maybe')`.execute(db);
    await expect(wrong).rejects.toMatchObject({ constraint: 'audit_outcome_check' });
    expect(await rowsOf(db, 'audit', {})).toEqual([first]);
  });

  it('deletes only old audit entries, and only in a declared clean-up', async () => {
    const { db } = database();
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000);
    const add = (at: Date) => addRow(db, 'audit', { action: 'x', outcome: 'done', at });
    const [old, young] = [await add(day(31)), await add(day(29))];
    const remove = (auditId: number, says: string) =>
      db.transaction().execute(async (trx) => {
        await sql`select set_config('gwanje.audit_change', ${says}, true)`.execute(trx);
        await sql`delete from audit where audit_id = ${auditId}`.execute(trx);
      });
    await expect(remove(old.auditId, '')).rejects.toThrow('append-only');
    await expect(remove(young.auditId, 'retention')).rejects.toThrow('too young');
    await remove(old.auditId, 'retention');
    expect(await rowsOf(db, 'audit', { action: 'x' })).toEqual([young]);
    await expect(sql`delete from audit`.execute(db)).rejects.toThrow('append-only');
  });

  it('returns counts as numbers', async () => {
    const { cnt } = await database()
      .db.selectFrom('alarmTemplate')
      .select((eb) => eb.fn.countAll<number>().as('cnt'))
      .executeTakeFirstOrThrow();
    expect(cnt).toBe(1);
  });
});
