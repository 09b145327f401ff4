import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { useActor } from '#core/session/session-store.ts';
import { useClusters } from './cluster-list.ts';
import { useManagedMetaGroups } from './use-managed-meta-groups.ts';

const NOBODY = { userNo: 0, role: 2, isKeyUser: 'N' } as const;

/** The selected clusters whose settings the user may change; empty until the group owners are loaded. */
export function useManagedClusters(): readonly ClusterName[] {
  const managed = useManagedMetaGroups(useActor() ?? NOBODY);
  const clusters = useClusters((state) => state.clusterList);
  const metaGroupIds = new Set(managed.map(({ metaGroupId }) => metaGroupId));
  return clusters.filter(({ metaGroupId }) => metaGroupIds.has(metaGroupId));
}
