import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';

/** As long as browsers stay known. */
export const SIGN_INS_KEPT_MS = 180 * 24 * 60 * 60 * 1000;

export interface NewSignIn {
  readonly userNo: number;
  readonly at: Date;
  readonly method: string;
  readonly userAgent: string;
  readonly address: string;
  /** The user has not signed in with this browser before. */
  readonly isNewBrowser: boolean;
  /** The user gets a mail about the new browser. */
  readonly isMailed: boolean;
}

/** For the user, who recognises strange sign-ins. The audit log has them too, and is for auditors. */
export async function noteSignIn(db: Db, { isMailed, at, userAgent, ...signIn }: NewSignIn): Promise<void> {
  await db
    .insertInto('signIn')
    .values({ ...signIn, at, userAgent: userAgent.slice(0, 400), mailDueAt: isMailed ? at : null })
    .execute();
}

/** Latest first. */
export function listSignIns(db: Db, userNo: number, limit: number) {
  return db
    .selectFrom('signIn')
    .select(['at', 'method', 'userAgent', 'address', 'isNewBrowser'])
    .where('userNo', '=', userNo)
    .orderBy('signInId', 'desc')
    .limit(limit)
    .execute();
}
export type SignInSummary = Awaited<ReturnType<typeof listSignIns>>[number];

export async function hasSignedInBefore(db: Db, userNo: number): Promise<boolean> {
  const row = await db
    .selectFrom('knownBrowser')
    .select(sql<number>`1`.as('one'))
    .where('userNo', '=', userNo)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
