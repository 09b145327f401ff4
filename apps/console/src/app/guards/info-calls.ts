import { getSubGroup } from '@gwanje/contract/users/groups';
import { getClaimAlarmSetting } from '@gwanje/kinds/claim/calls';
import { pageKinds } from '@gwanje/kinds/registry';
import { getVolumeAlarmSetting } from '@gwanje/kinds/volume/calls';
import { apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import type { IdName } from '#core/navigation/feature-manifest.ts';
import { infoQuery, nodeRecordQuery } from '#entities/inventory/info-queries.ts';

/** The cache time of an object: a change of the tab within this time sends no request. */
const fresh = { staleMs: 30_000 };

/** The info call of each id. */
export const infoCalls: Partial<Record<IdName, (id: number) => Promise<object>>> = {
  ...Object.fromEntries(
    pageKinds.map((kind) => [`${kind}Id`, (id: number) => queryClient.fetchQuery(infoQuery(kind, id))]),
  ),
  nodeHistoryId: (id) => queryClient.fetchQuery(nodeRecordQuery(id)),
  // Volumes and claims have pages only in the settings.
  volumeId: (volumeId) =>
    queryClient.fetchQuery(apiQuery(getVolumeAlarmSetting, { params: { volumeId } }, fresh)),
  pvcId: (pvcId) => queryClient.fetchQuery(apiQuery(getClaimAlarmSetting, { params: { pvcId } }, fresh)),
  subGroupId: (subGroupId) =>
    queryClient.fetchQuery(apiQuery(getSubGroup, { params: { subGroupId } }, fresh)),
};
