import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';

type SignInMethod = 'password' | 'oidc';

/** One helper per business event: the log line and the count. Names typed by unknown users are in neither. */
export interface LoginEvents {
  signedIn(method: SignInMethod, userNo: number): void;
  signInFailed(method: SignInMethod, reason: string, address: string): void;
  locked(key: 'user' | 'address', address: string): void;
  loggedOut(by: 'person' | 'provider', userNo: number): void;
  providerFailed(error: unknown): void;
}

export function createLoginEvents(logger: Logger, metrics: Metrics): LoginEvents {
  const signIns = new Counter({
    name: 'gwanje_login_signins_total',
    help: 'Sign-ins by method and outcome',
    labelNames: ['method', 'outcome'],
    registers: [metrics.registry],
  });
  const locks = new Counter({
    name: 'gwanje_login_locks_total',
    help: 'Locks after repeated failures, by what was locked',
    labelNames: ['key'],
    registers: [metrics.registry],
  });
  const logouts = new Counter({
    name: 'gwanje_login_logouts_total',
    help: 'Sessions ended, by whom',
    labelNames: ['by'],
    registers: [metrics.registry],
  });
  return {
    signedIn(method, userNo) {
      signIns.inc({ method, outcome: 'done' });
      logger.info({ method, userNo }, 'signed in');
    },
    signInFailed(method, reason, address) {
      signIns.inc({ method, outcome: 'failed' });
      logger.warn({ method, reason, address }, 'sign-in failed');
    },
    locked(key, address) {
      locks.inc({ key });
      logger.warn({ key, address }, 'locked after repeated failures');
    },
    loggedOut(by, userNo) {
      logouts.inc({ by });
      logger.info({ by, userNo }, 'logged out');
    },
    providerFailed(error) {
      logger.warn({ err: error }, 'identity provider failed');
    },
  };
}
