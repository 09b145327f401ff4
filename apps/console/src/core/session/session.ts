import { WALLBOARD_PATH } from '@gwanje/contract/dashboard/wallboards';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { errors } from '@gwanje/contract/definition/errors';
import { getLogo } from '@gwanje/contract/settings/logos';
import { loginCheck } from '@gwanje/contract/users/session';
import { getUser, listRoles, type User } from '@gwanje/contract/users/users';
import { SESSION_RECHECK_MS } from '@gwanje/domain/constants/intervals';
import { ApiFailure } from '#core/api/api-failure.ts';
import { call } from '#core/api/client.ts';
import { forgetLastSeen } from '#core/browser/device/last-seen.ts';
import { logWarning } from '#core/browser/log.ts';
import { postToOtherWindows } from '#core/browser/other-windows.ts';
import { pause } from '#core/browser/pause.ts';
import { readStored } from '#core/browser/storage.ts';
import { type ConsoleConfig, loadConfig } from '#core/config.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import { leaveTo, reloadPage } from '#core/navigation/navigation.ts';
import { resetDashboard } from '#core/session/dashboard-conditions-store.ts';
import { clearGroupCookie } from '#core/session/group-cookie.ts';
import { initialiseSession, useSession } from './session-store.ts';
import { WALLBOARD_KEY } from './wallboard.ts';

let running: Promise<boolean> | null = null;
let expiring: Promise<void> | null = null;

/** The state of a page that has just been loaded. */
export function startSession(): void {
  initialiseSession();
  running = null;
  expiring = null;
}

/** The page is logging out, going to the login site, or entering or leaving a view as another user. */
export function isLeavingSession(): boolean {
  const { loggingOut, changingView } = useSession.getState();
  return loggingOut || changingView || expiring !== null;
}

/**
 * Whether a user is logged in; if not, the page goes to the login site. Rejects if the server does not respond: that is no
 * logout. Simultaneous calls share one check.
 */
export function checkLogin(signal?: AbortSignal): Promise<boolean> {
  running ??= runCheck(signal).finally(() => {
    running = null;
  });
  return running;
}

async function runCheck(signal: AbortSignal | undefined): Promise<boolean> {
  useSession.setState({ checking: true });
  try {
    const answer = await askForUser(signal);
    const { user, viewedBy = null, wallboard = null, logoutKey = null, newBrowserList = [] } = answer;
    if (!user) {
      sessionFailed();
      return false;
    }
    const { user: before, wallboard: wasWallboard } = useSession.getState();
    const isSame = before?.userNo === user.userNo && (wasWallboard === null) === (wallboard === null);
    if (before && !isSame) {
      // Another window changed the user: the page still shows data of the previous user.
      useSession.setState({ changingView: true });
      void forgetSeen();
      reloadPage();
      return false;
    }
    const session = { user, viewedBy, wallboard, logoutKey, newBrowserList };
    useSession.setState({ ...session, loggedIn: true, startFailing: false });
    if (!before) postToOtherWindows({ kind: 'user', userNo: user.userNo });
    // A wallboard has no header.
    if (wallboard) return true;
    // These requests count as activity, so a check without a change must not send them.
    if (before?.userNo !== user.userNo || before.version !== user.version)
      await Promise.all([loadUser(user), loadLogo(), loadRoleList()]);
    return useSession.getState().loggedIn;
  } catch (error) {
    if (isLeavingSession()) return false;
    throw error;
  } finally {
    useSession.setState({ checking: false });
  }
}

const START_MS = 10_000;
const START_CHECK_EVERY_MS = 2_500;

/**
 * The login check of a page that starts. Without an answer the page goes to the login site, as without a session. A
 * wallboard has no user who could log in, so it continues until the server answers.
 */
export async function checkLoginAtStart(): Promise<boolean> {
  do {
    const isLoggedIn = await checkUntilAnswered();
    if (isLoggedIn !== null) return isLoggedIn;
  } while (readStored('local', WALLBOARD_KEY) !== null);
  await redirectToLogin();
  return false;
}

/** Repeats a check that fails, and waits for a slow one. Null: no answer within 10 s. */
async function checkUntilAnswered(): Promise<boolean | null> {
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), START_MS);
  try {
    while (!tooLate.signal.aborted) {
      const slot = pause(START_CHECK_EVERY_MS, tooLate.signal).then(reportSlowStart, () => undefined);
      try {
        return await checkLogin(tooLate.signal);
      } catch (error) {
        logWarning('the login could not be checked', error);
        useSession.setState({ startFailing: true });
        await slot;
      }
    }
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function reportSlowStart(): void {
  if (!useSession.getState().loggedIn && !isLeavingSession()) useSession.setState({ startFailing: true });
}

/** A response without data is an empty object. */
function askForUser(signal: AbortSignal | undefined): Promise<Partial<ResponseOf<typeof loginCheck>>> {
  return call(loginCheck, { query: isWatchWindow() ? { keepAlive: 'Y' } : {}, signal });
}

/** Full-screen wallboards and realtime windows stay logged in without input. */
function isWatchWindow(): boolean {
  const { pathname } = window.location;
  return pathname === '/realtime-detection' || (pathname === '/custom-main' && isFullscreen());
}

/** Full screen by the page, or by the browser itself (kiosk mode). */
function isFullscreen(): boolean {
  if ((document.fullscreenElement ?? null) !== null) return true;
  const isWallboard = new URLSearchParams(window.location.search).get('wall') === '1';
  return isWallboard && window.matchMedia('(display-mode: fullscreen)').matches;
}

async function loadUser({ userNo }: User): Promise<void> {
  await loggingFailure('user', async () => {
    const { user } = await call(getUser, { params: { userNo } });
    if (user) useSession.setState({ user });
  });
}

/** Called at the start and after a change of the logo. */
export async function loadLogo(): Promise<void> {
  await loggingFailure('logo', async () => {
    const { logo } = await call(getLogo);
    useSession.setState({ logo: logo ?? null });
  });
}

async function loadRoleList(): Promise<void> {
  await loggingFailure('role list', async () => {
    const { roleList } = await call(listRoles);
    useSession.setState({ roleList: roleList ?? [] });
  });
}

/** Optional data: the console opens even if these requests fail. */
async function loggingFailure(what: string, load: () => Promise<void>): Promise<void> {
  try {
    await load();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    logWarning(`the ${what} could not be loaded`, error);
  }
}

/** Runs once for many failed calls. A user who had no session sees no alert that it expired. */
export function sessionFailed(): void {
  if (isLeavingSession()) return;
  const hadSession = useSession.getState().loggedIn;
  useSession.setState({ user: null, loggedIn: false });
  postToOtherWindows({ kind: 'user', userNo: null });
  void forgetSeen();
  expiring = expire(hadSession);
}

/** What this person saw last must not be shown to the next one. A browser that refuses has nothing to show either. */
async function forgetSeen(): Promise<void> {
  await forgetLastSeen().catch((error: unknown) => logWarning('the last data could not be deleted', error));
}

async function expire(hadSession: boolean): Promise<void> {
  // A wallboard has no user to answer an alert.
  if (readStored('local', WALLBOARD_KEY) !== null) return leaveTo(WALLBOARD_PATH);
  if (hadSession) await showAlert({ text: t('dialogs.sessionExpired') });
  await redirectToLogin();
}

export async function redirectToLogin(): Promise<void> {
  const { loginUrl, browserKey } = await persistentConfig();
  const query = new URLSearchParams({ returnUrl: window.location.href });
  if (browserKey !== null) query.set('browser', browserKey);
  // The login site accepts the key only with this origin as Referer.
  leaveTo(`${loginUrl}/login?${query}`, 'origin');
}

export async function logout(): Promise<void> {
  useSession.setState({ loggingOut: true });
  const config = await persistentConfig();
  clearGroupCookie(config.cookieDomain);
  resetDashboard();
  postToOtherWindows({ kind: 'logout' });
  await forgetSeen();
  const query = new URLSearchParams({ returnUrl: `${window.location.origin}/` });
  const { logoutKey } = useSession.getState();
  if (logoutKey !== null) query.set('confirm', logoutKey);
  leaveTo(`${config.loginUrl}/logout?${query}`);
}

/** Another window found this user, or none: a window of another user checks its own session at once. */
export function followUser(userNo: number | null): void {
  const { user } = useSession.getState();
  if (!user || user.userNo === userNo || isLeavingSession()) return;
  checkLogin().catch((error: unknown) => logWarning('the session could not be checked', error));
}

const LOGOUT_CHECK_MS = 500;
const LOGOUT_CHECKS = 20;

/**
 * Another window logs out: this one goes to the login site without an alert, as soon as the session has ended. A logout
 * that does not end the session has no effect.
 */
export async function followLogout(): Promise<void> {
  if (isLeavingSession() || useSession.getState().wallboard) return;
  useSession.setState({ loggingOut: true });
  for (let checks = 0; checks < LOGOUT_CHECKS; checks += 1) {
    await pause(LOGOUT_CHECK_MS, undefined);
    if (!(await isSessionAlive())) return redirectToLogin();
  }
  useSession.setState({ loggingOut: false });
}

/** A server that does not answer has not ended the session. */
async function isSessionAlive(): Promise<boolean> {
  try {
    return (await call(loginCheck)).user !== undefined;
  } catch (error) {
    return !(error instanceof ApiFailure && error.code === errors.sessionFailed.code);
  }
}

/** Shows an alert and retries until the configuration loads, which has the address of the login site. */
async function persistentConfig(): Promise<ConsoleConfig> {
  for (;;) {
    try {
      return await loadConfig();
    } catch (error) {
      logWarning('config.json could not be loaded', error);
      await showAlert({ text: t('dialogs.loginUnreachable') });
    }
  }
}

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

/** Checks the login unless a check is running. Schedules the next check while the user is logged in. */
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
