import type { AlarmSettings, AlarmTarget } from '@gwanje/contract/alarms/alarm-items';
import { getClusterAlarmSetting, updateClusterAlarmSetting } from '@gwanje/contract/alarms/alarm-settings';
import { updateClusters } from '@gwanje/contract/clusters/clusters';
import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import {
  HostId,
  NamespaceId,
  NodeId,
  PodId,
  PvcId,
  VolumeId,
  WorkloadId,
} from '@gwanje/contract/definition/ids';
import { getClaimAlarmSetting, updateClaimAlarmSetting, updateClaims } from '@gwanje/kinds/claim/calls';
import {
  getNamespaceAlarmSetting,
  updateNamespaceAlarmSetting,
  updateNamespaces,
} from '@gwanje/kinds/namespace/calls';
import { getNodeAlarmSetting, updateNodeAlarmSetting, updateNodes } from '@gwanje/kinds/node/calls';
import { getPodAlarmSetting, updatePodAlarmSetting, updatePods } from '@gwanje/kinds/pod/calls';
import { getVolumeAlarmSetting, updateVolumeAlarmSetting, updateVolumes } from '@gwanje/kinds/volume/calls';
import {
  getWorkloadAlarmSetting,
  updateWorkloadAlarmSetting,
  updateWorkloads,
} from '@gwanje/kinds/workload/calls';
import { call } from '#core/api/client.ts';
import { apiQuery } from '#core/api/query.ts';
import type { IdName } from '#core/navigation/feature-manifest.ts';

export type SettingInfo = ResponseOf<typeof getClusterAlarmSetting>;

interface Update {
  readonly settings: AlarmSettings;
  readonly version: number;
}

/** Long enough to go back and forth, short enough to show other users' changes. */
const fresh = { staleMs: 5_000 };

interface TargetCalls {
  readonly idName: IdName;
  readonly query: (id: number) => object;
  readonly save: (id: number, body: Update) => Promise<{ readonly version: number }>;
  readonly watch: (id: number, isMonitored: boolean) => Promise<object>;
}

/** The calls that load and save each target's form. */
export const settingCalls = {
  cluster: {
    idName: 'hostId',
    query: (hostId: number) => apiQuery(getClusterAlarmSetting, { params: { hostId } }, fresh),
    save: (hostId: number, body: Update) => call(updateClusterAlarmSetting, { params: { hostId }, body }),
    watch: (id: number, isMonitored: boolean) =>
      call(updateClusters, { body: [{ hostId: HostId.parse(id), isMonitored }] }),
  },
  node: {
    idName: 'nodeId',
    query: (nodeId: number) => apiQuery(getNodeAlarmSetting, { params: { nodeId } }, fresh),
    save: (nodeId: number, body: Update) => call(updateNodeAlarmSetting, { params: { nodeId }, body }),
    watch: (id: number, isMonitored: boolean) =>
      call(updateNodes, { body: [{ nodeId: NodeId.parse(id), isMonitored }] }),
  },
  pod: {
    idName: 'podId',
    query: (podId: number) => apiQuery(getPodAlarmSetting, { params: { podId } }, fresh),
    save: (podId: number, body: Update) => call(updatePodAlarmSetting, { params: { podId }, body }),
    watch: (id: number, isMonitored: boolean) =>
      call(updatePods, { body: [{ podId: PodId.parse(id), isMonitored }] }),
  },
  volume: {
    idName: 'volumeId',
    query: (volumeId: number) => apiQuery(getVolumeAlarmSetting, { params: { volumeId } }, fresh),
    save: (volumeId: number, body: Update) => call(updateVolumeAlarmSetting, { params: { volumeId }, body }),
    watch: (id: number, isMonitored: boolean) =>
      call(updateVolumes, { body: [{ volumeId: VolumeId.parse(id), isMonitored }] }),
  },
  claim: {
    idName: 'pvcId',
    query: (pvcId: number) => apiQuery(getClaimAlarmSetting, { params: { pvcId } }, fresh),
    save: (pvcId: number, body: Update) => call(updateClaimAlarmSetting, { params: { pvcId }, body }),
    watch: (id: number, isMonitored: boolean) =>
      call(updateClaims, { body: [{ pvcId: PvcId.parse(id), isMonitored }] }),
  },
  namespace: {
    idName: 'namespaceId',
    query: (namespaceId: number) => apiQuery(getNamespaceAlarmSetting, { params: { namespaceId } }, fresh),
    save: (namespaceId: number, body: Update) =>
      call(updateNamespaceAlarmSetting, { params: { namespaceId }, body }),
    watch: (id: number, isMonitored: boolean) =>
      call(updateNamespaces, { body: [{ namespaceId: NamespaceId.parse(id), isMonitored }] }),
  },
  workload: {
    idName: 'workloadId',
    query: (workloadId: number) => apiQuery(getWorkloadAlarmSetting, { params: { workloadId } }, fresh),
    save: (workloadId: number, body: Update) =>
      call(updateWorkloadAlarmSetting, { params: { workloadId }, body }),
    watch: (id: number, isMonitored: boolean) =>
      call(updateWorkloads, { body: [{ workloadId: WorkloadId.parse(id), isMonitored }] }),
  },
} as const satisfies Record<AlarmTarget, TargetCalls>;
