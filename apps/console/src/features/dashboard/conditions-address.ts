import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import type { AddressText } from '#core/navigation/use-address.ts';

/** The address parameter for the visible part of the map. */
export const MAP_NAME = 'map';

/** No conditions in the address: those of the session apply. */
export const noConditions: AddressText = {
  isAllCluster: undefined,
  clusterList: undefined,
  objectType: undefined,
  groupBy: undefined,
  sortBy: undefined,
};

/** Writes all conditions, defaults too: a reader's session would fill in those that are missing. */
export function conditionsToAddress(conditions: DashboardConditions): AddressText {
  const { isAllCluster, clusterList, objectType, groupBy, sortBy } = conditions;
  const isChosen = !isAllCluster && clusterList.length > 0;
  return {
    isAllCluster: isChosen ? undefined : String(isAllCluster),
    clusterList: isChosen ? clusterList.join(',') : undefined,
    objectType,
    groupBy,
    sortBy,
  };
}
