import type { Db } from '@gwanje/backend/database/schema';
import { recordAudit } from '@gwanje/backend/identity/audit';
import { beginAttempt, type ThrottleRule } from '@gwanje/backend/identity/login-throttle';
import type { FastifyRequest } from 'fastify';
import type { CallingUser } from '../../../access/visibility-repository.ts';

const HOUR_MS = 3_600_000;
/** A program that goes on trying must not fill the log, from which entries cannot be deleted. */
const RECORDS_OF_ONE_KEY: ThrottleRule = {
  limit: 5,
  firstLockMs: HOUR_MS,
  longestLockMs: HOUR_MS,
  forgetAfterMs: HOUR_MS,
};

interface RefusedKey {
  readonly kind: 'accessToken' | 'wallboardKey';
  readonly id: number;
  readonly name: string;
  readonly user: CallingUser;
}

/** Records that a valid token or wallboard key was used outside its networks. The caller refuses it. */
export async function recordRefusedNetwork(
  db: Db,
  { kind, id, name, user: { userNo, userId } }: RefusedKey,
  { ip, log }: Pick<FastifyRequest, 'ip' | 'log'>,
  now: Date,
): Promise<void> {
  const about =
    kind === 'accessToken'
      ? ({ action: 'accessToken.use', detail: { reason: 'network', accessToken: name } } as const)
      : ({ action: 'wallboard.open', detail: { reason: 'network', wallboard: name } } as const);
  try {
    const attempt = await beginAttempt(db, `refused:${kind}:${id}`, RECORDS_OF_ONE_KEY, now);
    if (attempt.kind === 'allowed')
      await recordAudit(db, {
        ...about,
        actor: { userNo, userId },
        address: ip,
        outcome: 'denied',
        target: { kind, id },
      });
  } catch (err) {
    log.error({ err }, 'denial not audited');
  }
}
