import type { DashboardConditions } from '@gwanje/domain/dashboard/conditions';
import type { AddressText } from '#core/navigation/use-address.ts';

/** What of the map is in sight; of another map it says nothing. */
export const MAP_NAME = 'map';

/** No conditions in the address: the session's count. */
export const noConditions: AddressText = {
  isAllCluster: undefined,
  clusterList: undefined,
  objectType: undefined,
  groupBy: undefined,
  sortBy: undefined,
};

/**
 * All of them, also those that are the defaults: an address with some left out would be filled up from whatever the
 * session of its reader has.
 */
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
