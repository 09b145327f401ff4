import type { Db } from '@gwanje/backend/database/schema';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { findUserByNo, type UserRow } from '@gwanje/backend/identity/users';

const PENDING_MS = 10 * 60_000;

/** A sign-in whose password was right. It belongs to the browser, and any change of the account ends it. */
export interface PendingSignIn {
  readonly account: UserRow;
  /** The user has just enrolled a factor. */
  readonly isEnrolled: boolean;
}

/** Replaces an older one of the browser. */
export async function savePendingSignIn(
  db: Db,
  browser: string,
  { userNo, version }: UserRow,
  now: Date,
): Promise<void> {
  const row = {
    browserHash: hashToken(browser),
    userNo,
    accountVersion: version,
    isEnrolled: false,
    expiresAt: new Date(now.getTime() + PENDING_MS),
  };
  await db
    .insertInto('pendingSignIn')
    .values(row)
    .onConflict((conflict) => conflict.column('browserHash').doUpdateSet(row))
    .execute();
}

export async function findPendingSignIn(
  db: Db,
  browser: string,
  now: Date,
): Promise<PendingSignIn | undefined> {
  const row = await db
    .selectFrom('pendingSignIn')
    .selectAll()
    .where('browserHash', '=', hashToken(browser))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  const account = row && (await findUserByNo(db, row.userNo));
  if (!account || account.version !== row.accountVersion) return undefined;
  return { account, isEnrolled: row.isEnrolled };
}

/** The user enrolled a factor just now, and does not have to use it at once. */
export async function notePendingEnrolment(db: Db, browser: string): Promise<void> {
  await db
    .updateTable('pendingSignIn')
    .set({ isEnrolled: true })
    .where('browserHash', '=', hashToken(browser))
    .execute();
}

export async function forgetPendingSignIn(db: Db, browser: string): Promise<void> {
  await db.deleteFrom('pendingSignIn').where('browserHash', '=', hashToken(browser)).execute();
}
