import type { Db } from '@gwanje/backend/database/schema';
import { useFactorCode } from '@gwanje/backend/identity/factors/factors';
import type { PasskeySite } from '@gwanje/backend/identity/factors/passkey-site';
import { usePasskey } from '@gwanje/backend/identity/factors/passkeys';
import { readSecuritySettings } from '@gwanje/backend/identity/security-settings';
import { hashToken } from '@gwanje/backend/identity/tokens';
import { findUserByNo, toUser, type UserRow } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/definition/errors';
import type { PasskeySignature } from '@gwanje/contract/users/second-factor';
import { findPendingSignIn, type PendingSignIn } from '../factor/pending-sign-in.ts';
import { openSession, type SignInMethod, type Visit } from '../visit.ts';
import { countByAddress, countFactor, forgetAttempts } from './attempts.ts';
import { denialReason, deny, refuse, tooManySessions } from './refusal.ts';
import type { OpenedSession } from './sign-in.ts';

/** Finishes a sign-in whose password was right, with a code of the app or a recovery code. */
export async function signInWithCode(
  { code, endsOthers }: { readonly code: string; readonly endsOthers: boolean },
  visit: Visit,
): Promise<OpenedSession> {
  const { account } = await requirePending(visit);
  const { settings } = await readSecuritySettings(visit.db);
  const attempt = await countFactor(account.userId, visit, settings);
  const denied = denialReason(account, visit, settings);
  if (denied) return deny(account, attempt, visit, denied);
  try {
    const opened = await visit.db.transaction().execute(async (trx) => {
      const method = await useFactorCode(trx, account.userNo, code, visit.now);
      return method && openFor(trx, account, method, endsOthers, visit);
    });
    if (opened) {
      await forgetAttempts(visit.db, attempt);
      visit.events.signedIn('password', account.userNo);
      return opened;
    }
  } catch (error) {
    // The code was right, and is not used up.
    await forgetAttempts(visit.db, attempt);
    throw error;
  }
  return refuse(account, attempt, visit, { logged: 'wrongCode', answered: 'wrongCode' });
}

/** The user has enrolled a factor after the password. Using it at once would prove nothing more. */
export async function signInAfterEnrolment(
  { endsOthers }: { readonly endsOthers: boolean },
  visit: Visit,
): Promise<OpenedSession> {
  const { account, isEnrolled } = await requirePending(visit);
  if (!isEnrolled) throw new AppError('noPermission', { reason: 'notEnrolled' });
  const { settings } = await readSecuritySettings(visit.db);
  const denied = denialReason(account, visit, settings);
  if (denied) return deny(account, [], visit, denied);
  const opened = await visit.db
    .transaction()
    .execute((trx) => openFor(trx, account, 'enrolment', endsOthers, visit));
  visit.events.signedIn('password', account.userNo);
  return opened;
}

/**
 * A passkey is two factors: the device, and the PIN or fingerprint that it asks for. It signs in without a password, and
 * finishes a sign-in with one.
 */
export async function signInWithPasskey(
  { passkey, endsOthers }: { readonly passkey: PasskeySignature; readonly endsOthers: boolean },
  site: PasskeySite,
  visit: Visit,
): Promise<OpenedSession> {
  const { db, origin, now } = visit;
  const attempt = [await countByAddress(visit)];
  const { settings } = await readSecuritySettings(db);
  const wrong = { logged: 'wrongPasskey', answered: 'wrongPasskey' } as const;
  const result = await db
    .transaction()
    .execute(async (trx) => {
      const used = await usePasskey(trx, site, passkey, hashToken(origin.browser), now);
      const account = used && (await findUserByNo(trx, used.userNo));
      // An admin who has reset the password expects that nobody signs in before the user sets a new one.
      if (!account || account.passwordHash === null) return { outcome: 'wrong', account } as const;
      const reason = denialReason(account, visit, settings);
      if (reason) return { outcome: 'denied', account, reason } as const;
      return {
        outcome: 'opened',
        account,
        opened: await openFor(trx, account, 'passkey', endsOthers, visit),
      } as const;
    })
    .catch(async (error: unknown) => {
      await forgetAttempts(db, attempt);
      throw error;
    });
  if (result.outcome === 'wrong') return refuse(result.account, attempt, visit, wrong);
  if (result.outcome === 'denied') return deny(result.account, attempt, visit, result.reason);
  await forgetAttempts(db, attempt);
  visit.events.signedIn('passkey', result.account.userNo);
  return result.opened;
}

async function requirePending(visit: Visit): Promise<PendingSignIn> {
  const pending = await findPendingSignIn(visit.db, visit.origin.browser, visit.now);
  if (!pending) throw new AppError('sessionFailed', { reason: 'signInAgain' });
  return pending;
}

/** Rolls back when the user has too many sessions: the answer to that question comes with the same code. */
async function openFor(
  trx: Db,
  account: UserRow,
  method: SignInMethod,
  endsOthers: boolean,
  visit: Visit,
): Promise<OpenedSession> {
  const opening = await openSession(trx, visit, account, method, endsOthers);
  if (opening.outcome === 'changed') throw new AppError('sessionFailed', { reason: 'signInAgain' });
  if (opening.outcome === 'tooManySessions') throw tooManySessions(opening.sessions);
  return { token: opening.token, user: toUser(account) };
}
