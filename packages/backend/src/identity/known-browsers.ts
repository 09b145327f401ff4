import type { Db } from '../database/schema.ts';
import { hashToken } from './tokens.ts';

const MAX_PER_USER = 20;
/** A browser that the user has not signed in with for this long is unknown again. */
export const KNOWN_FOR_MS = 180 * 24 * 60 * 60 * 1000;

/** Whether the user has signed in with this browser before. */
export async function isKnownBrowser(db: Db, userId: string, browser: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('knownBrowser')
    .innerJoin('userAccount', 'userAccount.userNo', 'knownBrowser.userNo')
    .select('knownBrowser.userNo')
    .where('userAccount.userId', '=', userId)
    .where('browserHash', '=', hashToken(browser))
    .where('lastUsedAt', '>', new Date(now.getTime() - KNOWN_FOR_MS))
    .executeTakeFirst();
  return found !== undefined;
}

/** Called at each sign-in and reset of the password. The browsers that were used last stay known. */
export async function noteBrowser(db: Db, userNo: number, browser: string, now: Date): Promise<void> {
  await db
    .insertInto('knownBrowser')
    .values({ userNo, browserHash: hashToken(browser), lastUsedAt: now })
    .onConflict((conflict) => conflict.columns(['userNo', 'browserHash']).doUpdateSet({ lastUsedAt: now }))
    .execute();
  await db
    .deleteFrom('knownBrowser')
    .where('userNo', '=', userNo)
    .where('browserHash', 'not in', (eb) =>
      eb
        .selectFrom('knownBrowser')
        .select('browserHash')
        .where('userNo', '=', userNo)
        .orderBy('lastUsedAt', 'desc')
        .orderBy('browserHash')
        .limit(MAX_PER_USER),
    )
    .execute();
}

/** After a reset of the password every browser must prove itself again. */
export async function forgetBrowsers(db: Db, userNo: number): Promise<void> {
  await db.deleteFrom('knownBrowser').where('userNo', '=', userNo).execute();
}
