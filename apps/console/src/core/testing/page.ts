import { onTestFinished, vi } from 'vitest';
import { closeDialog, type OpenDialog, useDialogs } from '#core/dialogs/dialog-store.ts';
import { setNavigation } from '#core/navigation/navigation.ts';
import { startCore } from '#core/start.ts';
import { fakeNetwork } from './fake-network.ts';
import { resetStores } from './reset-stores.ts';

/** A freshly loaded page with a fake clock and a fake network. */
export async function freshPage(path = '/main') {
  vi.useFakeTimers();
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  window.history.replaceState(null, '', path);
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: removes all cookies without the code under test
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
  }
  await resetStores();
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
