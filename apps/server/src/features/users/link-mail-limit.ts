import type { Database } from '@gwanje/backend/database/schema';
import { beginAttempt, type ThrottleRule } from '@gwanje/backend/identity/login-throttle';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Kysely } from 'kysely';

const HOUR_MS = 3_600_000;
/** Enough for a lost mail, too few to flood a mailbox. */
const TO_ONE_USER: ThrottleRule = {
  limit: 5,
  firstLockMs: HOUR_MS,
  longestLockMs: HOUR_MS,
  forgetAfterMs: HOUR_MS,
};
/** Allows an admin to invite a new team of fifty at once. */
const BY_ONE_ADMIN: ThrottleRule = { ...TO_ONE_USER, limit: 100 };

/** Counts a mail before it is sent, so that concurrent requests stay within the limit. */
export async function countLinkMail(
  db: Kysely<Database>,
  { byUserNo, toUserNo }: { readonly byUserNo: number; readonly toUserNo: number },
  now: Date,
): Promise<void> {
  const attempts = [
    await beginAttempt(db, `linkMail:by:${byUserNo}`, BY_ONE_ADMIN, now),
    await beginAttempt(db, `linkMail:to:${toUserNo}`, TO_ONE_USER, now),
  ];
  if (attempts.some(({ kind }) => kind === 'locked')) throw new AppError('tooManyRequests');
}
