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
  'api/busy-server.ts': useBusyServer,
  'browser/full-window.ts': useFullWindow,
  'dialogs/dialog-store.ts': useDialogs,
  'groups/cluster-list.ts': useClusters,
  'groups/group-store.ts': useGroups,
  'navigation/window-title.ts': useWindowTitle,
  'refresh/page-refresh.ts': useNewerData,
  'refresh/refresh-store.ts': useRefresh,
  'session/dashboard-conditions-store.ts': useDashboard,
  'session/proof-store.ts': useProof,
  'session/session-store.ts': useSession,
  'stream/stream.ts': useStream,
};

/** The state of core as after a page load, with an empty storage of the browser. */
export async function resetStores(): Promise<void> {
  window.localStorage.clear();
  window.sessionStorage.clear();
  for (const store of Object.values(STORES)) reset(store);
  queryClient.clear();
  forgetConfig();
  await setLanguage('ko');
  window.localStorage.clear();
}

interface Store<State> {
  readonly getInitialState: () => State;
  readonly setState: (state: State, replaces: true) => void;
}

function reset<State>({ getInitialState, setState }: Store<State>): void {
  setState(getInitialState(), true);
}
