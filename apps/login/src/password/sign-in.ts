import type { Database } from '@gwanje/backend/database/schema';
import { recordAudit } from '@gwanje/backend/identity/audit';
import {
  ADDRESS_RULE,
  addressKey,
  beginAttempt,
  clearAttempts,
  forgiveAttempt,
  USER_RULE,
  userKey,
} from '@gwanje/backend/identity/login-throttle';
import { verifyPassword } from '@gwanje/backend/identity/passwords';
import { createSession, endSession, type SessionOrigin } from '@gwanje/backend/identity/sessions';
import { findUserById, noteLogin, toUser, type UserRow } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/definition/errors';
import type { User } from '@gwanje/contract/users/users';
import { mayHoldSession } from '@gwanje/domain/access/user-changes';
import type { Kysely } from 'kysely';
import type { LoginEvents } from '../events.ts';
import { ownActionFields } from '../own-action.ts';
import { lockedError, recordLock, secondsUntil } from './lock.ts';

export interface SignInContext {
  readonly db: Kysely<Database>;
  readonly events: LoginEvents;
  readonly origin: SessionOrigin;
  /** The browser's existing session. It ends, also if it belongs to another user. */
  readonly formerToken: string | undefined;
  readonly now: Date;
}

/** The format of a user id. Any other input matches no user, and is neither looked up nor counted by name. */
const POSSIBLE_USER_ID = /^[a-z0-9._-]{1,64}$/;

/** `userId`: trimmed and in lower case. */
export async function signIn(
  { userId, password }: { readonly userId: string; readonly password: string },
  context: SignInContext,
): Promise<{ readonly token: string; readonly user: User }> {
  const attempt = await countAttempt(userId, context);
  const account = POSSIBLE_USER_ID.test(userId) ? await findUserById(context.db, userId) : undefined;
  if (!(await verifyPassword(account?.passwordHash ?? null, password)) || !account) {
    return await refuse(account, attempt, context);
  }
  await refuseUnlessActive(account, context);
  const token = await openSession(account, context);
  if (token === undefined) return await refuse(account, attempt, context);
  context.events.signedIn('password', account.userNo);
  return { token, user: toUser(account) };
}

type CountedAttempt = Awaited<ReturnType<typeof countAttempt>>;

async function countAttempt(userId: string, { db, origin, now }: SignInContext) {
  const byAddress = await beginAttempt(db, addressKey(origin.address), ADDRESS_RULE, now);
  if (byAddress.kind === 'locked') throw lockedError(byAddress.until, now);
  if (!POSSIBLE_USER_ID.test(userId)) {
    return { userLockedUntil: null, addressLockedUntil: byAddress.lockedUntil };
  }
  const byUser = await beginAttempt(db, userKey(userId), USER_RULE, now);
  if (byUser.kind === 'locked') throw lockedError(byUser.until, now);
  return { userLockedUntil: byUser.lockedUntil, addressLockedUntil: byAddress.lockedUntil };
}

/** The answer is the same for existing and unknown users. The typed user id is recorded only if it exists. */
async function refuse(
  account: UserRow | undefined,
  attempt: CountedAttempt,
  { db, events, origin, now }: SignInContext,
): Promise<never> {
  const about = {
    actor: null,
    address: origin.address,
    ...(account ? { target: { kind: 'user', id: account.userNo } } : {}),
  };
  const lockedUntil = later(attempt.userLockedUntil, attempt.addressLockedUntil);
  await db.transaction().execute(async (trx) => {
    const reason = account ? 'wrongPassword' : 'unknownUser';
    await recordAudit(trx, { ...about, action: 'session.create', outcome: 'failed', detail: { reason } });
    const key = attempt.userLockedUntil ? 'user' : 'address';
    if (lockedUntil) await recordLock(trx, { ...about, key, until: lockedUntil });
  });
  events.signInFailed('password', 'wrongCredentials', origin.address);
  if (attempt.userLockedUntil) events.locked('user', origin.address);
  if (attempt.addressLockedUntil) events.locked('address', origin.address);
  throw new AppError('invalidParameter', {
    reason: 'wrongCredentials',
    ...(lockedUntil ? { retryAfterS: secondsUntil(lockedUntil, now) } : {}),
  });
}

/** Only a client with the right password learns the status of the account. */
async function refuseUnlessActive(account: UserRow, { db, events, origin }: SignInContext): Promise<void> {
  const { status } = toUser(account);
  if (mayHoldSession(status)) return;
  const reason = status === 2 ? 'suspended' : 'terminated';
  await db.transaction().execute(async (trx) => {
    await clearAttempts(trx, userKey(account.userId));
    await forgiveAttempt(trx, addressKey(origin.address));
    const about = { ...ownActionFields(account, origin.address), action: 'session.create' };
    await recordAudit(trx, { ...about, outcome: 'denied', detail: { reason } });
  });
  events.signInFailed('password', reason, origin.address);
  throw new AppError('noPermission', { reason });
}

/** Undefined if the password changed or the account was removed during the password check. */
async function openSession(account: UserRow, context: SignInContext): Promise<string | undefined> {
  const { db, origin, formerToken, now } = context;
  return db.transaction().execute(async (trx) => {
    if (!(await noteLogin(trx, account, now))) return undefined;
    await clearAttempts(trx, userKey(account.userId));
    await forgiveAttempt(trx, addressKey(origin.address));
    if (formerToken !== undefined) await endSession(trx, formerToken);
    const about = { ...ownActionFields(account, origin.address), action: 'session.create' };
    await recordAudit(trx, { ...about, outcome: 'done', detail: { method: 'password' } });
    return createSession(trx, account.userNo, origin, now);
  });
}

function later(a: Date | null, b: Date | null): Date | null {
  if (!a || !b) return a ?? b;
  return a > b ? a : b;
}
