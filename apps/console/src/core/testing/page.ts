import { onTestFinished, vi } from 'vitest';
import { queryClient } from '#core/api/query-client.ts';
import { forgetConfig } from '#core/config.ts';
import { closeDialog, type OpenDialog, useDialogs } from '#core/dialogs/dialog-store.ts';
import { setLanguage } from '#core/i18n/i18n.ts';
import { setNavigation } from '#core/navigation/navigation.ts';
import { resetDashboard } from '#core/session/dashboard-conditions-store.ts';
import { startCore } from '#core/start.ts';
import { fakeNetwork } from './fake-network.ts';

/** A freshly loaded page with a fake clock and a fake network. */
export async function freshPage(path = '/main') {
  vi.useFakeTimers();
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  window.history.replaceState(null, '', path);
  window.localStorage.clear();
  window.sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: removes all cookies without the code under test
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
  }
  useDialogs.setState({ queue: [] });
  queryClient.clear();
  forgetConfig();
  resetDashboard();
  await setLanguage('ko');
  const network = fakeNetwork();
  const went: string[] = [];
  /** How each departure names the console to the other site. */
  const referrers: string[] = [];
  setNavigation({
    toAddress: (to) => {
      went.push(to);
    },
    leaveTo: (url, referrer) => {
      went.push(url);
      referrers.push(referrer);
    },
  });
  const end = startCore();
  onTestFinished(() => {
    end();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  return { network, went, referrers, warnings };
}

/** The dialog on screen. */
export function openDialog(): OpenDialog | undefined {
  return useDialogs.getState().queue[0];
}

export function dialogCnt(): number {
  return useDialogs.getState().queue.length;
}

export async function answerDialog(isConfirmed: boolean | null): Promise<void> {
  const dialog = openDialog();
  if (!dialog) throw new Error('no dialog is open');
  closeDialog(dialog.id, isConfirmed);
  await settleAll();
}

/** Runs everything that is due now, without moving the clock. */
export async function settleAll(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}
