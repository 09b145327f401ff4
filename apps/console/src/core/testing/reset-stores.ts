import type { StoreApi } from 'zustand';
import { useBusyServer } from '../api/busy-server.ts';
import { queryClient } from '../api/query-client.ts';
import { useFullWindow } from '../browser/full-window.ts';
import { forgetConfig } from '../config.ts';
import { useDialogs } from '../dialogs/dialog-store.ts';
import { useClusters } from '../groups/cluster-list.ts';
import { useGroups } from '../groups/group-store.ts';
import { setLanguage } from '../i18n/i18n.ts';
import { useWindowTitle } from '../navigation/window-title.ts';
import { useNewerData } from '../refresh/page-refresh.ts';
import { useRefresh } from '../refresh/refresh-store.ts';
import { useDashboard } from '../session/dashboard-conditions-store.ts';
import { useProof } from '../session/proof-store.ts';
import { useSession } from '../session/session-store.ts';
import { useStream } from '../stream/stream.ts';

/** Every store of core. reset-stores.test.ts finds one that is missing. */
export const STORES = {
  'api/busy-server.ts': restart(useBusyServer),
  'browser/full-window.ts': restart(useFullWindow),
  'dialogs/dialog-store.ts': restart(useDialogs),
  'groups/cluster-list.ts': restart(useClusters),
  'groups/group-store.ts': restart(useGroups),
  'navigation/window-title.ts': restart(useWindowTitle),
  'refresh/page-refresh.ts': restart(useNewerData),
  'refresh/refresh-store.ts': restart(useRefresh),
  'session/dashboard-conditions-store.ts': restart(useDashboard),
  'session/proof-store.ts': restart(useProof),
  'session/session-store.ts': restart(useSession),
  'stream/stream.ts': restart(useStream),
};

/** The state of core as after a page load, with an empty storage of the browser. */
export async function resetStores(): Promise<void> {
  window.localStorage.clear();
  window.sessionStorage.clear();
  for (const reset of Object.values(STORES)) reset();
  queryClient.clear();
  forgetConfig();
  await setLanguage('ko');
  window.localStorage.clear();
}

function restart<State>({ getInitialState, setState }: StoreApi<State>): () => void {
  return () => setState(getInitialState(), true);
}
