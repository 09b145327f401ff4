import type { Database } from '@gwanje/backend/database/schema';
import { type AuditRecord, recordAudit } from '@gwanje/backend/identity/audit';
import { AppError } from '@gwanje/contract/definition/errors';
import type { Kysely } from 'kysely';

export function lockedError(until: Date, now: Date): AppError {
  return new AppError('tooManyRequests', { reason: 'locked', retryAfterS: secondsUntil(until, now) });
}

export function secondsUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
}

type Lock = Pick<AuditRecord, 'actor' | 'target' | 'address'> & {
  readonly key: 'user' | 'address';
  readonly until: Date;
};

/**
 * Records the start of a lock. Refused attempts are not recorded: any client could fill the log with them.
 */
export async function recordLock(
  db: Kysely<Database>,
  { actor, target, address, key, until }: Lock,
): Promise<void> {
  const detail = { key, until: until.toISOString() };
  await recordAudit(db, { actor, target, address, action: 'session.lock', outcome: 'done', detail });
}
