import type { ClusterName } from '@gwanje/contract/clusters/clusters';
import { HostId } from '@gwanje/contract/definition/fields';
import { z } from 'zod';

export const MAX_SELECTED = 50;

/** Empty: all clusters of the selected groups. */
export const ClusterList = z.array(z.int().min(1)).max(MAX_SELECTED).catch([]);

export interface Chosen {
  readonly isAll: boolean;
  readonly hostIds: readonly HostId[];
  /** Clusters were chosen, and none of them is visible now. */
  readonly isNoneVisible: boolean;
}

export function chosenOf(clusterList: readonly number[], clusters: readonly ClusterName[]): Chosen {
  const isAll = clusterList.length === 0;
  const hostIds = clusters.map(({ hostId }) => HostId.parse(hostId));
  const chosen = isAll ? hostIds : hostIds.filter((hostId) => clusterList.includes(hostId));
  return { isAll, hostIds: chosen, isNoneVisible: !isAll && chosen.length === 0 };
}

/** The filter of a list request. */
export function clusterFilter({ isAll, hostIds }: Chosen) {
  return isAll ? {} : { hostId: [...hostIds] };
}

/** The clusters of a dashboard request, so that several widgets share one summary request. */
export function clusterConditions({ isAll, hostIds }: Chosen) {
  return { isAllCluster: isAll, clusterList: isAll ? [] : hostIds };
}
