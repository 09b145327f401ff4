import type { Db } from '../database/schema.ts';
import { hashToken } from './tokens.ts';

/** As long as browsers stay known. */
export const SIGN_INS_KEPT_MS = 180 * 24 * 60 * 60 * 1000;
const NEW_BROWSER_SHOWN_MS = 7 * 24 * 60 * 60 * 1000;
const MAX_NEW_BROWSERS = 10;

export interface NewSignIn {
  readonly userNo: number;
  readonly at: Date;
  readonly method: string;
  readonly userAgent: string;
  readonly address: string;
  /** The secret of the browser at the login site. */
  readonly browser: string;
  /** The user has not signed in with this browser before. */
  readonly isNewBrowser: boolean;
  /** The user gets a mail about the new browser. */
  readonly isMailed: boolean;
}

/** For the user, who recognises strange sign-ins. The audit log has them too, and is for auditors. */
export async function noteSignIn(
  db: Db,
  { isMailed, at, userAgent, browser, ...signIn }: NewSignIn,
): Promise<void> {
  await db
    .insertInto('signIn')
    .values({
      ...signIn,
      at,
      userAgent: userAgent.slice(0, 400),
      mailDueAt: isMailed ? at : null,
      browserHash: hashToken(browser),
    })
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

/** Sign-ins of the last week with browsers that were new to the user, other than the given browser. Latest first. */
export function listNewBrowsers(db: Db, userNo: number, browserHash: Buffer, now: Date) {
  return db
    .selectFrom('signIn')
    .select(['at', 'userAgent', 'address'])
    .where('userNo', '=', userNo)
    .where('isNewBrowser', '=', true)
    .where('at', '>', new Date(now.getTime() - NEW_BROWSER_SHOWN_MS))
    .where('browserHash', '!=', browserHash)
    .orderBy('signInId', 'desc')
    .limit(MAX_NEW_BROWSERS)
    .execute();
}

/** Must be called before the login is noted. A browser does not stay known for ever, so the account itself says it. */
export async function hasSignedInBefore(db: Db, userNo: number): Promise<boolean> {
  const row = await db
    .selectFrom('userAccount')
    .select('lastLoginAt')
    .where('userNo', '=', userNo)
    .executeTakeFirst();
  return row !== undefined && row.lastLoginAt !== null;
}
