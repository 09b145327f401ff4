import { AppError } from '@gwanje/contract/definition/errors';

export function lockedError(until: Date, now: Date): AppError {
  return new AppError('tooManyRequests', { reason: 'locked', retryAfterS: secondsUntil(until, now) });
}

export function secondsUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
}

/**
 * The audit record of the start of a lock. Refused attempts are not recorded: any client could fill the log with them.
 */
export function lockRecord(key: 'user' | 'address', until: Date) {
  return { action: 'session.lock', detail: { key, until: until.toISOString() } };
}
