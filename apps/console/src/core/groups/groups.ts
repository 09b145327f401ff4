import { listGroupNames } from '@gwanje/contract/users/groups';
import {
  allowedSubGroupIds,
  resolveSelection,
  type StoredSelection,
  selectionToStore,
} from '@gwanje/domain/access/group-selection';
import { call } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { logWarning } from '#core/browser/log.ts';
import { postToOtherWindows } from '#core/browser/other-windows.ts';
import { loadConfig } from '#core/config.ts';
import { showAlert } from '#core/dialogs/dialog-store.ts';
import { t } from '#core/i18n/i18n.ts';
import { resetDashboard } from '#core/session/dashboard-conditions-store.ts';
import { isReadOnlySession } from '#core/session/session-store.ts';
import { readGroupCookie, writeGroupCookie } from '../session/group-cookie.ts';
import { loadClusterNames } from './cluster-list.ts';
import { useGroups } from './group-store.ts';

/** The cookie when this window last read or wrote it. */
let seenCookie = '';

/** The newest running load. Only this one may change the store. */
let newestLoad: Promise<void> | null = null;

/**
 * Loads the allowed groups and applies the stored selection as far as it is still allowed. A failure is logged and leaves
 * an empty list marked as failed.
 */
export async function loadAllowedGroups(): Promise<void> {
  await load().catch(() => undefined);
}

function load(): Promise<void> {
  const thisLoad: Promise<void> = loadGroups(() => newestLoad === thisLoad).finally(() => {
    if (newestLoad === thisLoad) newestLoad = null;
  });
  newestLoad = thisLoad;
  return thisLoad;
}

async function loadGroups(isNewest: () => boolean): Promise<void> {
  try {
    const { groupNameList = [] } = await call(listGroupNames);
    if (!isNewest()) return;
    // A view as another user and a wallboard use all groups and do not change the cookie.
    const stored = isReadOnlySession() ? undefined : readGroupCookie();
    seenCookie = String(stored);
    const selectedSubGroupIds = resolveSelection(stored, allowedSubGroupIds(groupNameList));
    useGroups.setState({ groupNameList, selectedSubGroupIds, failed: false, loaded: true });
  } catch (error) {
    // A newer load has started; only the newest may change the store.
    if (!isNewest()) return;
    logWarning('the group names could not be loaded', error);
    useGroups.setState({ groupNameList: [], selectedSubGroupIds: [], failed: true, loaded: false });
    throw error;
  }
}

/** Takes over the selection that another window has written to the cookie. An absent cookie changes nothing. */
function takeStoredSelection(): void {
  const stored = readGroupCookie();
  if (String(stored) === seenCookie) return;
  seenCookie = String(stored);
  if (stored !== undefined) takeSelection(stored);
}

/** Takes over the selection of another window. Its message may arrive before its cookie. */
export function takeSelection(stored: StoredSelection): void {
  const { loaded, groupNameList, selectedSubGroupIds, takenCnt } = useGroups.getState();
  if (!loaded || isReadOnlySession()) return;
  const taken = resolveSelection(stored, allowedSubGroupIds(groupNameList));
  if (taken.join() === selectedSubGroupIds.join()) return;
  useGroups.setState({ selectedSubGroupIds: taken, takenCnt: takenCnt + 1 });
  resetDashboard();
  void loadClusterNames();
}

/**
 * The sub groups that requests contain: never a selection that another window has replaced. Waits until the groups are
 * loaded; rejects if they fail to load.
 */
export async function subGroupIdsToSend(): Promise<readonly number[]> {
  if (!useGroups.getState().loaded) {
    let running: Promise<void> | null = newestLoad ?? load();
    while (running) {
      await running;
      // A newer load may have started meanwhile.
      running = newestLoad;
    }
  }
  takeStoredSelection();
  return useGroups.getState().selectedSubGroupIds;
}

/** Stores the selection for a year, reloads the clusters and resets the dashboard. */
export async function saveGroupSelection(subGroupIds: readonly number[]): Promise<void> {
  const allowed = allowedSubGroupIds(useGroups.getState().groupNameList);
  if (!isReadOnlySession()) {
    const { cookieDomain } = await loadConfig();
    const selection = selectionToStore(subGroupIds, allowed);
    writeGroupCookie(selection, cookieDomain);
    seenCookie = String(readGroupCookie());
    postToOtherWindows({ kind: 'groups', selection });
  }
  useGroups.setState({ selectedSubGroupIds: resolveSelection(subGroupIds, allowed) });
  resetDashboard();
  await loadClusterNames();
}

/** Shows an alert if the selection cannot be saved. True: it is saved. */
export async function trySaveGroupSelection(subGroupIds: readonly number[]): Promise<boolean> {
  try {
    await saveGroupSelection(subGroupIds);
    return true;
  } catch (error) {
    logWarning('the group selection could not be saved', error);
    await showAlert({ text: t('errors.transport.network') });
    return false;
  }
}

/** Removes groups that are no longer allowed from the cookie; called after the allowed groups are loaded. */
export async function keepAllowedGroups(): Promise<void> {
  const { loaded, groupNameList } = useGroups.getState();
  const stored = loaded && !isReadOnlySession() ? readGroupCookie() : undefined;
  if (stored === undefined || stored === 'all') return;
  const allowed = allowedSubGroupIds(groupNameList);
  if (stored.every((id) => allowed.includes(id))) return;
  const { cookieDomain } = await loadConfig();
  writeGroupCookie(selectionToStore(stored, allowed), cookieDomain);
}

/**
 * Reloads after the user edited groups. The allowed groups come first: every call would be refused with a selection that
 * names a deleted group.
 */
export async function reloadAfterGroupEdit(): Promise<void> {
  await loadAllowedGroups();
  await Promise.all([
    loadClusterNames(),
    queryClient.invalidateQueries({ predicate: (query) => query.meta?.isOfGroups === true }),
  ]);
}
