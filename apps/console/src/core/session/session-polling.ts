import { SESSION_RECHECK_MS } from '@gwanje/domain/constants/intervals';
import { logWarning } from '#core/browser/log.ts';
import { checkLogin } from './session.ts';
import { useSession } from './session-store.ts';

let timer: ReturnType<typeof setTimeout> | null = null;

/** A second start has no effect. */
export function startSessionPolling(): void {
  if (timer === null) schedule();
}

export function stopSessionPolling(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
}

function schedule(): void {
  timer = setTimeout(() => void poll(), SESSION_RECHECK_MS);
}

/** If no check is running, one runs; if the user is still logged in it is scheduled again, otherwise polling stops. */
async function poll(): Promise<void> {
  const mine = timer;
  if (!useSession.getState().checking) {
    try {
      await checkLogin();
    } catch (error) {
      logWarning('the session could not be checked', error);
    }
  }
  if (timer !== mine) return;
  timer = null;
  if (useSession.getState().loggedIn) schedule();
}
