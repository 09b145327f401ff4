import { listGroupNames } from '@gwanje/contract/users/groups';
import { allowedSubGroupIds, resolveSelection, selectionToStore } from '@gwanje/domain/groups/selection';
import { call } from '#core/api/client.ts';
import { queryClient } from '#core/api/query-client.ts';
import { logWarning } from '#core/browser/log.ts';
import { loadConfig } from '#core/config.ts';
import { resetDashboard } from '#core/session/dashboard-conditions-store.ts';
import { isReadOnlySession } from '#core/session/session-store.ts';
import { loadClusterNames } from './cluster-list.ts';
import { readGroupCookie, writeGroupCookie } from './group-cookie.ts';
import { useGroups } from './group-store.ts';

/** The latest running load. */
let loading: Promise<void> | null = null;

/**
 * Loads the allowed groups and applies the stored selection as far as it is still allowed. A failure is logged and leaves
 * an empty list marked as failed.
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
    // The cookie holds the admin's own selection; a view as another user starts with all groups and leaves the cookie.
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

/** The sub groups that calls send. An empty selection is loaded first, by the running load if there is one. */
export async function subGroupIdsToSend(): Promise<readonly number[]> {
  if (useGroups.getState().selectedSubGroupIds.length === 0) {
    // A newer load has replaced this one.
    for (let newest: Promise<void> | null = loading ?? load(); newest; newest = loading) await newest;
  }
  return useGroups.getState().selectedSubGroupIds;
}

/** Stores the selection for a year, reloads the clusters and resets the dashboard. */
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
