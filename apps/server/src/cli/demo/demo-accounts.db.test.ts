import { auditAs } from '@gwanje/backend/identity/audit';
import { hashPassword } from '@gwanje/backend/identity/passwords';
import { createSession } from '@gwanje/backend/identity/sessions';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { changeRows } from '@gwanje/testkit/testing/rows';
import { expect, it } from 'vitest';
import { userNoOf } from '../../testing/world.ts';
import { resumeDemoAccounts, suspendDemoAccounts } from './demo-accounts.ts';
import { seedDemo } from './seed.ts';

const now = new Date('2026-03-02T00:00:00Z');

describeWithDatabase('demo accounts', (database) => {
  it('are suspended outside the demo, lose their sessions, and are usable in the demo again', async () => {
    const { db } = database();
    await seedDemo(db, now);
    await createSession(db, await userNoOf(db, 'key'), { userAgent: 'test', address: '192.0.2.1' }, now);
    const statuses = async () =>
      (await db.selectFrom('userAccount').select(['userId', 'status']).orderBy('userId').execute()).map(
        ({ userId, status }) => `${userId} ${status}`,
      );
    // An operator has made this account a real one.
    await changeRows(
      db,
      'userAccount',
      { userId: 'total' },
      { passwordHash: await hashPassword('correct horse battery') },
    );

    expect(await suspendDemoAccounts(db, now)).toEqual(['key', 'group', 'user']);
    expect(await statuses()).toEqual(['group 2', 'key 2', 'total 1', 'user 2']);
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([]);
    expect(await suspendDemoAccounts(db, now)).toEqual([]);

    // Wrong passwords lock a suspended account too.
    await auditAs(db, { actor: null })('session.lock', { kind: 'user', id: await userNoOf(db, 'group') });
    // An admin has confirmed the suspension of this account.
    await auditAs(db, { actor: null })('user.update', await userNoOf(db, 'user'));
    await resumeDemoAccounts(db, now);
    expect(await statuses()).toEqual(['group 1', 'key 1', 'total 1', 'user 2']);
  });
});
