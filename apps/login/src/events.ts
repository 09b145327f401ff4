import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';

type SignInMethod = 'password' | 'oidc';

export type LoginEvents = ReturnType<typeof createLoginEvents>;

/**
 * One helper per business event: the log line and, where it is useful, a count. Neither contains the user name that
 * was typed in a failed sign-in.
 */
export function createLoginEvents(logger: Logger, metrics: Metrics) {
  const signIns = new Counter({
    name: 'gwanje_login_signins_total',
    help: 'Sign-ins by method and outcome',
    labelNames: ['method', 'outcome'],
    registers: [metrics.registry],
  });
  const locks = new Counter({
    name: 'gwanje_login_locks_total',
    help: 'Locks after repeated failures, by what was locked',
    labelNames: ['target'],
    registers: [metrics.registry],
  });
  const logouts = new Counter({
    name: 'gwanje_login_logouts_total',
    help: 'Sessions ended, by whom',
    labelNames: ['by'],
    registers: [metrics.registry],
  });
  return {
    signedIn(method: SignInMethod, userNo: number) {
      signIns.inc({ method, outcome: 'succeeded' });
      logger.info({ method, userNo }, 'signed in');
    },
    signInFailed(method: SignInMethod, reason: string, address: string) {
      signIns.inc({ method, outcome: 'failed' });
      logger.warn({ method, reason, address }, 'sign-in failed');
    },
    locked(target: 'user' | 'address', address: string) {
      locks.inc({ target });
      logger.warn({ target, address }, 'locked after repeated failures');
    },
    loggedOut(by: 'user' | 'provider', userNo: number) {
      logouts.inc({ by });
      logger.info({ by, userNo }, 'logged out');
    },
    providerFailed(error: unknown) {
      logger.warn({ err: error }, 'identity provider failed');
    },
  };
}
