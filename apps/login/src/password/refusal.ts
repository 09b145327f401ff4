import { recordAudit } from '@gwanje/backend/identity/audit';
import { secondsUntil } from '@gwanje/backend/identity/login-throttle';
import type { SessionSummary } from '@gwanje/backend/identity/sessions';
import type { UserRow } from '@gwanje/backend/identity/users';
import { AppError } from '@gwanje/contract/definition/errors';
import type { SecuritySettings } from '@gwanje/contract/settings/security';
import { deviceName } from '@gwanje/domain/formats/device-name';
import { blockedReason, isAllowedNetwork, recordOwnAction, type Visit } from '../visit.ts';
import { type CountedAttempt, forgetAttempts, lockRecord } from './attempts.ts';

type DenialReason = 'suspended' | 'terminated' | 'network';

/** Why the account may have no session from here; undefined: it may. */
export function denialReason(
  account: UserRow,
  visit: Visit,
  settings: SecuritySettings,
): DenialReason | undefined {
  return blockedReason(account) ?? (isAllowedNetwork(account, visit, settings) ? undefined : 'network');
}

/** Names the user's sessions, so that the user can decide to end one. */
export function tooManySessions(sessions: readonly SessionSummary[]): AppError {
  return new AppError('conflict', {
    reason: 'tooManySessions',
    sessionList: sessions.map(({ userAgent, address, lastSeenAt }) => ({
      device: deviceName(userAgent) ?? null,
      address,
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  });
}

/** A wrong password or second factor: what the audit log says of it, and the user. */
export interface WrongProof {
  readonly logged: 'wrongPassword' | 'unknownUser' | 'wrongCode' | 'wrongPasskey';
  readonly answered: 'wrongCredentials' | 'wrongCode' | 'wrongPasskey';
}

/** Records a failed sign-in and the locks that it causes. The typed user id is recorded only if it exists. */
export async function refuse(
  account: UserRow | undefined,
  attempt: CountedAttempt,
  { db, events, origin, now }: Visit,
  { logged, answered }: WrongProof,
): Promise<never> {
  const about = {
    actor: null,
    address: origin.address,
    ...(account ? { target: { kind: 'user', id: account.userNo } } : {}),
  };
  const locks = attempt.flatMap(({ target, lockedUntil }) => (lockedUntil ? [{ target, lockedUntil }] : []));
  const [longest] = locks.toSorted((a, b) => b.lockedUntil.getTime() - a.lockedUntil.getTime());
  await db.transaction().execute(async (trx) => {
    const detail = { reason: logged };
    await recordAudit(trx, { ...about, action: 'session.create', outcome: 'failed', detail });
    for (const { target, lockedUntil } of locks)
      await recordAudit(trx, { ...about, ...lockRecord(target, lockedUntil), outcome: 'done' });
  });
  events.signInFailed(answered === 'wrongPasskey' ? 'passkey' : 'password', answered, origin.address);
  for (const { target } of locks) events.locked(target, origin.address);
  throw new AppError('invalidParameter', {
    reason: answered,
    ...(longest ? { retryAfterS: secondsUntil(longest.lockedUntil, now) } : {}),
  });
}

/** Only a client with the right password learns the status of the account and the rules for it. */
export async function deny(
  account: UserRow,
  attempt: CountedAttempt,
  visit: Visit,
  reason: DenialReason,
): Promise<never> {
  const { db, events, origin } = visit;
  await db.transaction().execute(async (trx) => {
    await forgetAttempts(trx, attempt);
    await recordOwnAction(trx, visit, account, {
      action: 'session.create',
      outcome: 'denied',
      detail: { reason },
    });
  });
  events.signInFailed('password', reason, origin.address);
  throw new AppError('noPermission', { reason });
}
