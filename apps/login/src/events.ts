import { logRefusal } from '@gwanje/backend/observe/log-refusal';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';

type SignInMethod = 'password' | 'passkey' | 'oidc';

export type LoginEvents = ReturnType<typeof createLoginEvents>;

/**
 * One helper per business event: the log line and, where it is useful, a count. Neither contains the user name that
 * was typed in a failed sign-in.
 */
export function createLoginEvents(logger: Logger, metrics: Metrics) {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers: [metrics.registry] });
  const signIns = counter(
    'gwanje_login_signins_total',
    'Sign-ins by method and outcome',
    'method',
    'outcome',
  );
  const locks = counter('gwanje_login_locks_total', 'Locks after repeated failures', 'target');
  const logouts = counter('gwanje_login_logouts_total', 'Sessions ended, by whom', 'by');
  return {
    signedIn(method: SignInMethod, userNo: number) {
      signIns.inc({ method, outcome: 'succeeded' });
      logger.info({ method, userNo }, 'signed in');
    },
    signInFailed(method: SignInMethod, reason: string, address: string) {
      signIns.inc({ method, outcome: 'failed' });
      logRefusal(logger, { method, reason, address }, 'sign-in failed');
    },
    locked(target: 'browser' | 'user' | 'address', address: string) {
      locks.inc({ target });
      logRefusal(logger, { target, address }, 'locked after repeated failures');
    },
    loggedOut(by: 'user' | 'provider', userNo: number) {
      logouts.inc({ by });
      logger.info({ by, userNo }, 'logged out');
    },
    providerFailed(error: unknown) {
      logRefusal(logger, { reason: error }, 'identity provider failed');
    },
  };
}
