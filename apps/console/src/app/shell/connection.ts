import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { ApiFailure } from '#core/api/api-failure.ts';

export const useConnection = create<{ readonly isLost: boolean }>()(() => ({ isLost: false }));

const PROBE_MS = 5_000;
const PROBE_TIMEOUT_MS = 4_000;

/** The connection is lost when a read gets no answer, and back when a probe succeeds. Returns a stop function. */
export function watchConnection(queryClient: QueryClient, onBack: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function lost(): void {
    if (useConnection.getState().isLost) return;
    useConnection.setState({ isLost: true });
    timer = setTimeout(probe, PROBE_MS);
  }

  async function probe(): Promise<void> {
    if (await isServerThere()) {
      useConnection.setState({ isLost: false });
      onBack();
    } else timer = setTimeout(probe, PROBE_MS);
  }

  // The browser's online event only triggers a probe.
  async function onOffline(): Promise<void> {
    if (!(await isServerThere())) lost();
  }

  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    if (error instanceof ApiFailure && error.kind === 'transport') lost();
  });
  window.addEventListener('offline', onOffline);
  return () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener('offline', onOffline);
  };
}

async function isServerThere(): Promise<boolean> {
  try {
    const response = await fetch('/config.json', {
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return response.ok;
  } catch {
    return false;
  }
}
