import type { ClaimState } from '@gwanje/kinds/claim/index';
import type { ContainerState } from '@gwanje/kinds/container/index';
import type { NodeState } from '@gwanje/kinds/node/index';
import type { PodState } from '@gwanje/kinds/pod/index';
import type { VolumeState } from '@gwanje/kinds/volume/index';
import type { Life, PodLife } from '../list-types.ts';

export function nodeOf(more: Partial<NodeState> = {}): NodeState {
  return {
    name: 'node-1',
    condition: 'Ready',
    isSchedulable: true,
    roles: 'worker',
    kubeletVersion: 'v1.31.0',
    internalIp: null,
    pool: null,
    zone: null,
    region: null,
    instanceType: null,
    podCapacity: 110,
    cpuCapacityCores: 4,
    cpuAllocatableCores: 3.8,
    memCapacityBytes: 16e9,
    memAllocatableBytes: 14e9,
    troubles: '',
    isVirtual: false,
    ...more,
  };
}

export function containerOf(more: Partial<ContainerState> = {}): ContainerState {
  return {
    name: 'app',
    type: 'regular',
    image: 'app:1',
    state: 'running',
    stateReason: null,
    exitCode: null,
    isReady: true,
    restartCnt: 0,
    cpuRequestCores: -1,
    cpuLimitCores: -1,
    memRequestBytes: -1,
    memLimitBytes: -1,
    startedAtMs: null,
    ...more,
  };
}

export function podOf(more: Partial<PodState> = {}): PodState {
  return {
    name: 'web-1',
    namespace: 'default',
    nodeName: null,
    ownerKind: null,
    ownerName: null,
    phase: 'Running',
    status: 'Running',
    readyCnt: 1,
    containerCnt: 1,
    restartCnt: 0,
    lastRestartAtMs: null,
    cpuRequestCores: -1,
    cpuLimitCores: -1,
    memRequestBytes: -1,
    memLimitBytes: -1,
    cpuLimitSumCores: -1,
    memLimitSumBytes: -1,
    qosClass: null,
    podIp: null,
    isHostNetwork: false,
    startedAtMs: null,
    deletingAtMs: null,
    oomKilledAtMs: null,
    containers: [],
    ...more,
  };
}

export function volumeOf(more: Partial<VolumeState> = {}): VolumeState {
  return {
    name: 'pv-1',
    phase: 'Bound',
    reason: null,
    storageClass: 'ssd',
    accessModes: 'RWO',
    reclaimPolicy: 'Delete',
    driver: null,
    capacityBytes: 1000,
    claimNamespace: null,
    claimName: null,
    ...more,
  };
}

export function claimOf(more: Partial<ClaimState> = {}): ClaimState {
  return {
    name: 'data',
    namespace: 'default',
    phase: 'Bound',
    storageClass: 'ssd',
    accessModes: 'RWO',
    requestedBytes: 1000,
    capacityBytes: 1000,
    volumeName: null,
    ...more,
  };
}

export const NOW_MS = Date.parse('2026-03-01T12:00:00Z');

export const life: Life = {
  isMonitored: true,
  createdAtMs: NOW_MS - 3_600_000,
  firstSeenAtMs: NOW_MS - 3_600_000,
  lastSeenAtMs: NOW_MS,
  deletedAtMs: null,
};
export const podLife: PodLife = { ...life, nodeId: null };
