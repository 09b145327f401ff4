import { Role, UserStatus } from '@gwanje/contract/definition/fields';
import { UserNo } from '@gwanje/contract/definition/ids';
import type { User } from '@gwanje/contract/users/users';
import type { Selectable } from 'kysely';
import type { Database, Db } from '../database/schema.ts';

export type UserRow = Selectable<Database['userAccount']>;

export function toUser(row: UserRow): User {
  return {
    userNo: UserNo.parse(row.userNo),
    userId: row.userId,
    name: row.name,
    email: row.email,
    role: Role.parse(row.role),
    isKeyUser: row.isKeyUser ? 'Y' : 'N',
    status: UserStatus.parse(row.status),
    isSingleSignOn: row.oidcSubject === null ? 'N' : 'Y',
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    version: row.version,
  };
}

export function findUserByNo(db: Db, userNo: number): Promise<UserRow | undefined> {
  return db.selectFrom('userAccount').selectAll().where('userNo', '=', userNo).executeTakeFirst();
}

export function findUserById(db: Db, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom('userAccount').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** An account at the time of a password check. A later reset or removal overrides the old password. */
type CheckedAccount = Pick<UserRow, 'userNo' | 'passwordHash'>;

/** Returns whether the account is unchanged since the check. If so, its row is locked for the transaction. */
export async function noteLogin(db: Db, account: CheckedAccount, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('userAccount')
    .set({ lastLoginAt: now })
    .where('userNo', '=', account.userNo)
    .where('passwordHash', 'is not distinct from', account.passwordHash)
    .returning('userNo')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether the account was unchanged since the check. Otherwise nothing is written. */
export async function replacePasswordHash(
  db: Db,
  account: CheckedAccount,
  passwordHash: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('userAccount')
    .set((eb) => ({ passwordHash, passwordChangedAt: now, updatedAt: now, version: eb('version', '+', 1) }))
    .where('userNo', '=', account.userNo)
    .where('passwordHash', 'is not distinct from', account.passwordHash)
    .returning('userNo')
    .executeTakeFirst();
  return row !== undefined;
}
