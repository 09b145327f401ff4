import type { Db } from '@gwanje/backend/database/schema';
import { auditAs } from '@gwanje/backend/identity/audit';
import { deleteLink } from '@gwanje/backend/identity/one-time-links';
import { verifyPassword } from '@gwanje/backend/identity/passwords';
import { endAllSessionsOfUser } from '@gwanje/backend/identity/sessions';
import { findUserById, type UserRow } from '@gwanje/backend/identity/users';
import { UserStatus } from '@gwanje/contract/definition/fields';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import { userStatuses } from '@gwanje/domain/mappings/labels';

import { NEXT_VERSION, updateRow } from '../../platform/store/row-repository.ts';
import { findLastAction } from './demo-repository.ts';
import { DEMO_PASSWORD, DEMO_USER_IDS } from './seed.ts';

const SUSPEND = 'demo.suspendAccount';
const RESUME = 'demo.resumeAccount';

/**
 * Suspends the accounts whose password everybody knows, when the database of a demo is used for something
 * else. Returns their user ids. An account with another password is not a demo account any more.
 */
export async function suspendDemoAccounts(db: Db, now: Date): Promise<string[]> {
  const suspended: string[] = [];
  for (const user of await findDemoAccounts(db)) {
    if (!mayHoldSession(UserStatus.parse(user.status))) continue;
    await db.transaction().execute(async (trx) => {
      await setStatus(trx, user, userStatuses.suspended, now);
      await endAllSessionsOfUser(trx, user.userNo);
      await deleteLink(trx, user.userNo);
      await auditAs(trx, { actor: null })(
        SUSPEND,
        { kind: 'user', id: user.userNo },
        { userId: user.userId },
      );
    });
    suspended.push(user.userId);
  }
  return suspended;
}

/** Makes the accounts usable in the demo again. An account that an admin has suspended stays suspended. */
export async function resumeDemoAccounts(db: Db, now: Date): Promise<void> {
  for (const user of await findDemoAccounts(db)) {
    if (user.status !== userStatuses.suspended || (await findLastAction(db, user.userNo)) !== SUSPEND)
      continue;
    await db.transaction().execute(async (trx) => {
      await setStatus(trx, user, userStatuses.normal, now);
      await auditAs(trx, { actor: null })(RESUME, { kind: 'user', id: user.userNo }, { userId: user.userId });
    });
  }
}

async function findDemoAccounts(db: Db): Promise<UserRow[]> {
  const found = await Promise.all(DEMO_USER_IDS.map((userId) => findUserById(db, userId)));
  const users = found.filter((user) => user !== undefined);
  const isDemo = await Promise.all(users.map((user) => verifyPassword(user.passwordHash, DEMO_PASSWORD)));
  return users.filter((_user, index) => isDemo[index]);
}

function setStatus(db: Db, { userNo }: UserRow, status: number, now: Date): Promise<void> {
  return updateRow(db, 'userAccount', userNo, { status, updatedAt: now, version: NEXT_VERSION });
}
