import { getPvcAlarmSetting, getVolumeAlarmSetting } from '@gwanje/contract/alarms/alarm-settings';
import { getSubGroup } from '@gwanje/contract/users/groups';
import { getContainer } from '@gwanje/kinds/container/calls';
import { getNode } from '@gwanje/kinds/node/calls';
import { getNodeHistory } from '@gwanje/kinds/node/history-calls';
import { getPod } from '@gwanje/kinds/pod/calls';
import { apiQuery } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';
import type { IdName } from '#core/navigation/feature-manifest.ts';

/** An object that was just found is not requested again when the user changes the tab. */
const FRESH_MS = 30_000;

/** The info call of each id. */
export const infoCalls: Partial<Record<IdName, (id: number) => Promise<object>>> = {
  nodeId: (nodeId) =>
    queryClient.fetchQuery(apiQuery(getNode, { params: { nodeId } }, { staleMs: FRESH_MS })),
  podId: (podId) => queryClient.fetchQuery(apiQuery(getPod, { params: { podId } }, { staleMs: FRESH_MS })),
  containerId: (containerId) =>
    queryClient.fetchQuery(apiQuery(getContainer, { params: { containerId } }, { staleMs: FRESH_MS })),
  nodeHistoryId: (nodeHistoryId) =>
    queryClient.fetchQuery(apiQuery(getNodeHistory, { params: { nodeHistoryId } }, { staleMs: FRESH_MS })),
  // Volumes and claims have pages only in the settings.
  volumeId: (volumeId) =>
    queryClient.fetchQuery(apiQuery(getVolumeAlarmSetting, { params: { volumeId } }, { staleMs: FRESH_MS })),
  pvcId: (pvcId) =>
    queryClient.fetchQuery(apiQuery(getPvcAlarmSetting, { params: { pvcId } }, { staleMs: FRESH_MS })),
  subGroupId: (subGroupId) =>
    queryClient.fetchQuery(apiQuery(getSubGroup, { params: { subGroupId } }, { staleMs: FRESH_MS })),
};
