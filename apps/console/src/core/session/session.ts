import type { ResponseOf } from '@gwanje/contract/endpoint';
import { listRoles, loginCheck } from '@gwanje/contract/login';
import { getLogo } from '@gwanje/contract/logos';
import { getUser, type User } from '@gwanje/contract/users';
import { WALLBOARD_PATH } from '@gwanje/contract/wallboards';
import { ApiFailure } from '#core/api/api-failure.ts';
import { call } from '#core/api/client.ts';
import { logWarning } from '#core/browser/log.ts';
import { readStored } from '#core/browser/storage.ts';
import { type ConsoleConfig, loadConfig } from '#core/config.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { clearGroupCookie } from '#core/groups/group-cookie.ts';
import { t } from '#core/i18n/i18n.ts';
import { leaveTo, reloadPage } from '#core/navigation/navigation.ts';
import { resetDashboard } from '#core/session/dashboard-conditions-store.ts';
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

/** Logging out, on the way to the login site, or into or out of a view as another. */
export function isLeavingSession(): boolean {
  const { loggingOut, changingView } = useSession.getState();
  return loggingOut || changingView || expiring !== null;
}

/**
 * Whether someone is logged in; if not, the way to the login site has begun. Rejects where the server could not say:
 * a server that is away has not logged anyone out. Calls at the same time share one check.
 */
export function checkLogin(): Promise<boolean> {
  running ??= runCheck().finally(() => {
    running = null;
  });
  return running;
}

async function runCheck(): Promise<boolean> {
  useSession.setState({ checking: true });
  try {
    const { user, viewedBy = null, wallboard = null } = await askForUser();
    if (!user) {
      sessionFailed();
      return false;
    }
    const { user: before, wallboard: wasWallboard } = useSession.getState();
    const isSame = before?.userNo === user.userNo && (wasWallboard === null) === (wallboard === null);
    if (before && !isSame) {
      // Another window has begun or ended a view, or somebody signed in: what is on screen was made for other eyes.
      useSession.setState({ changingView: true });
      reloadPage();
      return false;
    }
    useSession.setState({ user, viewedBy, wallboard, loggedIn: true });
    // A screen has no header to fill.
    if (wallboard) return true;
    // What follows a check counts as activity, so a check that finds nothing new must not be followed by it.
    if (before?.userNo !== user.userNo || before.version !== user.version) await loadAround(user);
    return useSession.getState().loggedIn;
  } catch (error) {
    if (isLeavingSession()) return false;
    throw error;
  } finally {
    useSession.setState({ checking: false });
  }
}

/** An answer without data is an empty object, whatever its type says. */
function askForUser(): Promise<Partial<ResponseOf<typeof loginCheck>>> {
  return call(loginCheck, { query: isWatchWindow() ? { keepAlive: 'Y' } : {} });
}

/** Full-screen wallboards and realtime windows are watched, though nobody touches them. */
function isWatchWindow(): boolean {
  const { pathname } = window.location;
  return pathname === '/realtime-detection' || (pathname === '/custom-main' && isFullscreen());
}

/** By the page, or by the browser itself, as one that was started for a wall is. */
function isFullscreen(): boolean {
  if ((document.fullscreenElement ?? null) !== null) return true;
  const isWallboard = new URLSearchParams(window.location.search).get('wall') === '1';
  return isWallboard && window.matchMedia('(display-mode: fullscreen)').matches;
}

async function loadAround(user: User): Promise<void> {
  await Promise.all([loadUser(user), loadLogo(), loadRoleList()]);
}

async function loadUser({ userNo }: User): Promise<void> {
  await loggingFailure('user', async () => {
    const { user } = await call(getUser, { params: { userNo } });
    if (user) useSession.setState({ user });
  });
}

/** Also after a logo was changed. */
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

/** A header without its logo is no reason to keep a user out. */
async function loggingFailure(what: string, load: () => Promise<void>): Promise<void> {
  try {
    await load();
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    logWarning(`the ${what} could not be loaded`, error);
  }
}

/** Once, however many calls fail at the same time. Who never had a session is not told that it expired. */
export function sessionFailed(): void {
  if (isLeavingSession()) return;
  const hadSession = useSession.getState().loggedIn;
  useSession.setState({ user: null, loggedIn: false });
  expiring = expire(hadSession);
}

async function expire(hadSession: boolean): Promise<void> {
  // Nobody stands before a wall to answer an alert.
  if (readStored('local', WALLBOARD_KEY) !== null) return leaveTo(WALLBOARD_PATH);
  if (hadSession) await showAlert({ text: t('dialogs.sessionExpired') });
  await redirectToLogin();
}

export async function redirectToLogin(): Promise<void> {
  const { loginUrl } = await persistentConfig();
  leaveTo(`${loginUrl}/login?returnUrl=${encodeURIComponent(window.location.href)}`);
}

export async function logout(): Promise<void> {
  useSession.setState({ loggingOut: true });
  const config = await persistentConfig();
  clearGroupCookie(config.cookieDomain);
  resetDashboard();
  leaveTo(`${config.loginUrl}/logout?returnUrl=${encodeURIComponent(`${window.location.origin}/`)}`);
}

/** Without it there is no way on, so the user decides when to try again. */
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
