import { Role, UserNo, UserStatus } from '@gwanje/contract/definition/fields';
import type { User } from '@gwanje/contract/users/users';
import type { Selectable, UpdateObject } from 'kysely';
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
export type CheckedAccount = Pick<UserRow, 'userNo' | 'passwordHash'>;

/** Returns whether the account is unchanged since the check. If so, its row is locked for the transaction. */
export async function lockUnchanged(db: Db, { userNo, passwordHash }: CheckedAccount): Promise<boolean> {
  const row = await db
    .selectFrom('userAccount')
    .select('userNo')
    .where('userNo', '=', userNo)
    .where('passwordHash', 'is not distinct from', passwordHash)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function noteLogin(db: Db, userNo: number, now: Date): Promise<void> {
  await db.updateTable('userAccount').set({ lastLoginAt: now }).where('userNo', '=', userNo).execute();
}

/** Returns whether the password was unchanged since the check. Otherwise nothing is written. */
export async function updateUnchanged(
  db: Db,
  { userNo, passwordHash }: CheckedAccount,
  values: UpdateObject<Database, 'userAccount'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('userAccount')
    .set(values)
    .where('userNo', '=', userNo)
    .where('passwordHash', 'is not distinct from', passwordHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
