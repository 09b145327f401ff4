import { startViewAs, stopViewAs } from '@gwanje/contract/users/session';
import { ApiFailure } from '#core/api/api-failure.ts';
import { call } from '#core/api/client.ts';
import { logWarning } from '#core/browser/log.ts';
import { postToOtherWindows } from '#core/browser/other-windows.ts';
import { readStored, writeStored } from '#core/browser/storage.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import { addressAfterGroupChange } from '#core/navigation/address-after-group-change.ts';
import { leaveTo } from '#core/navigation/navigation.ts';
import { resetDashboard } from '#core/session/dashboard-conditions-store.ts';
import { isLeavingSession } from './session.ts';
import { useSession } from './session-store.ts';

const BACK_KEY = 'viewAsBack';
const HOME = '/main';

/** Reloads the console, so that none of the admin's own data stays on screen. */
export async function beginViewAs(userNo: number): Promise<void> {
  await call(startViewAs, { body: { userNo } });
  const { pathname, search } = window.location;
  writeStored('session', BACK_KEY, pathname + search);
  changeView(HOME);
}

export async function endViewAs(): Promise<void> {
  await call(stopViewAs);
  changeView(takeBack());
}

/** Called when the server ended the view: shows one alert and returns to the admin's session. */
export function viewEnded(): void {
  if (isLeavingSession()) return;
  useSession.setState({ changingView: true });
  void leaveEnded();
}

async function leaveEnded(): Promise<void> {
  try {
    await call(stopViewAs);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    logWarning('the view as another user could not be ended', error);
  }
  await showAlert({ text: t('dialogs.viewEnded') });
  changeView(takeBack());
}

/** Reloads the page after another window started or ended a view: all windows share the session. */
export function followView(): void {
  useSession.setState({ changingView: true });
  resetDashboard();
  leaveTo(addressAfterGroupChange(window.location));
}

function changeView(address: string): void {
  useSession.setState({ changingView: true });
  resetDashboard();
  postToOtherWindows({ kind: 'view' });
  leaveTo(address);
}

/** The address where the view began, stored per window; other windows return to the start page. */
function takeBack(): string {
  const address = readStored('session', BACK_KEY);
  writeStored('session', BACK_KEY, null);
  return address?.startsWith('/') && !address.startsWith('//') ? address : HOME;
}
