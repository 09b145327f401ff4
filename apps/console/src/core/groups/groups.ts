import { listGroupNames } from '@gwanje/contract/groups';
import { allowedSubGroupIds, resolveSelection, selectionToStore } from '@gwanje/domain/groups/selection';
import { call } from '#core/api/client.ts';
import { logWarning } from '#core/browser/log.ts';
import { loadConfig } from '#core/config.ts';
import { resetDashboard } from '#core/session/dashboard-conditions-store.ts';
import { isReadOnlySession } from '#core/session/session-store.ts';
import { loadClusterNames } from './cluster-list.ts';
import { readGroupCookie, writeGroupCookie } from './group-cookie.ts';
import { useGroups } from './group-store.ts';

/** The newest that is under way. */
let loading: Promise<void> | null = null;

/**
 * Loads the groups the user is allowed and puts the stored selection, as far as it is still allowed, in force. A failure
 * is logged and leaves an empty list marked as failed.
 */
export async function loadAllowedGroups(): Promise<void> {
  await load().catch(() => undefined);
}

function load(): Promise<void> {
  const mine: Promise<void> = loadGroups(() => loading === mine).finally(() => {
    if (loading === mine) loading = null;
  });
  loading = mine;
  return mine;
}

async function loadGroups(isNewest: () => boolean): Promise<void> {
  try {
    const { groupNameList = [] } = await call(listGroupNames);
    if (!isNewest()) return;
    // The cookie is the admin's own choice: another's eyes begin with all they may see, and change nothing of it.
    const stored = isReadOnlySession() ? undefined : readGroupCookie();
    const selectedSubGroupIds = resolveSelection(stored, allowedSubGroupIds(groupNameList));
    useGroups.setState({ groupNameList, selectedSubGroupIds, failed: false, loaded: true });
  } catch (error) {
    logWarning('the group names could not be loaded', error);
    if (isNewest())
      useGroups.setState({ groupNameList: [], selectedSubGroupIds: [], failed: true, loaded: false });
    throw error;
  }
}

/** What calls send. An empty selection is rebuilt first, by the load that is under way where there is one. */
export async function subGroupIdsToSend(): Promise<readonly number[]> {
  if (useGroups.getState().selectedSubGroupIds.length === 0) {
    // One that was overtaken meanwhile says nothing.
    for (let newest: Promise<void> | null = loading ?? load(); newest; newest = loading) await newest;
  }
  return useGroups.getState().selectedSubGroupIds;
}

/** Keeps the selection for a year, reloads the clusters and begins the dashboard anew. */
export async function saveGroupSelection(subGroupIds: readonly number[]): Promise<void> {
  const allowed = allowedSubGroupIds(useGroups.getState().groupNameList);
  if (!isReadOnlySession()) {
    const { cookieDomain } = await loadConfig();
    writeGroupCookie(selectionToStore(subGroupIds, allowed), cookieDomain);
  }
  useGroups.setState({ selectedSubGroupIds: resolveSelection(subGroupIds, allowed) });
  resetDashboard();
  await loadClusterNames();
}
