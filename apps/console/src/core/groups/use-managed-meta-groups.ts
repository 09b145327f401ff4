import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { MAX_PAGE_CNT } from '@gwanje/contract/definition/fields';
import { type GroupNameEntry, listMetaGroups, type MetaGroup } from '@gwanje/contract/users/groups';
import { type Actor, isTotalAdmin, may } from '@gwanje/domain/access/permissions';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import { logWarning } from '#core/browser/log.ts';
import { useActor, useSession } from '#core/session/session-store.ts';
import { useClusters } from './cluster-list.ts';
import { useGroups } from './group-store.ts';

/** The list of group names has no owners, so group admins also load the groups. */
const ownersQuery = apiQuery(
  listMetaGroups,
  { params: { pageNo: 1, pageCnt: MAX_PAGE_CNT } },
  { staleMs: 30_000, changesWith: [] },
);

/** The meta groups whose sub groups the actor may manage; empty until their owners are loaded. */
export function useManagedMetaGroups(actor: Actor): readonly GroupNameEntry[] {
  const groupNameList = useGroups((state) => state.groupNameList);
  const isTotal = isTotalAdmin(actor);
  const { data } = useQuery({ ...ownersQuery, enabled: !isTotal });
  if (isTotal) return groupNameList;
  const managedIds = managedIdsIn(data?.list ?? [], actor);
  return groupNameList.filter(({ metaGroupId }) => managedIds.has(metaGroupId));
}

function managedIdsIn(owned: readonly MetaGroup[], actor: Actor): ReadonlySet<number> {
  return new Set(
    owned.filter((group) => may(actor, 'subGroup.manage', group)).map(({ metaGroupId }) => metaGroupId),
  );
}

/** Like `useManagedClusters`, for a guard. Empty if the owners cannot be loaded. */
export async function loadManagedClusters(): Promise<readonly ClusterName[]> {
  const actor = useSession.getState().user ?? NOBODY;
  const { clusterList } = useClusters.getState();
  if (isTotalAdmin(actor)) return clusterList;
  try {
    const { list } = await queryClient.fetchQuery({ ...ownersQuery, retry: false });
    const managedIds = managedIdsIn(list, actor);
    return clusterList.filter(({ metaGroupId }) => managedIds.has(metaGroupId));
  } catch (error) {
    logWarning('the owners of the groups could not be loaded', error);
    return [];
  }
}

/** Whether the owners are loaded or failed to load; content that depends on them waits for this. */
export function useKnowsManaged(actor: Actor): boolean {
  const isTotal = isTotalAdmin(actor);
  const { isPending } = useQuery({ ...ownersQuery, enabled: !isTotal });
  return isTotal || !isPending;
}

const NOBODY = { userNo: 0, role: 2, isKeyUser: 'N' } as const;

/** The selected clusters whose settings the user may change; empty until the group owners are loaded. */
export function useManagedClusters(): readonly ClusterName[] {
  const managed = useManagedMetaGroups(useActor() ?? NOBODY);
  const clusters = useClusters((state) => state.clusterList);
  const metaGroupIds = new Set(managed.map(({ metaGroupId }) => metaGroupId));
  return clusters.filter(({ metaGroupId }) => metaGroupIds.has(metaGroupId));
}
