import type { ContainerRecord } from '../container/record.ts';
import type { NodeRecord } from '../node/record.ts';
import type { PodRecord } from '../pod/record.ts';

const NOTHING = { cpuCores: -1, memBytes: -1, ephemeralBytes: -1 };

type State = NonNullable<ContainerRecord['state']>;

export function stateRecord(kind: State['kind'], more: Partial<State> = {}): State {
  return {
    kind,
    reason: null,
    message: null,
    exitCode: null,
    signal: null,
    startedAt: null,
    finishedAt: null,
    ...more,
  };
}

export function containerRecord(more: Partial<ContainerRecord> = {}): ContainerRecord {
  return {
    name: 'app',
    type: 'regular',
    image: 'app:1',
    containerId: null,
    state: stateRecord('running', { startedAt: '2026-01-01T00:00:00Z' }),
    lastState: null,
    isReady: true,
    isStarted: true,
    restartCnt: 0,
    requests: NOTHING,
    limits: NOTHING,
    ...more,
  };
}

export function podRecord(more: Partial<PodRecord> = {}): PodRecord {
  return {
    kind: 'pod',
    uid: 'uid',
    name: 'web-1',
    namespace: 'default',
    nodeName: 'node-1',
    createdAt: '2026-01-01T00:00:00Z',
    startedAt: '2026-01-01T00:00:00Z',
    deletingAt: null,
    phase: 'Running',
    reason: null,
    message: null,
    qosClass: 'BestEffort',
    podIp: '10.0.0.1',
    labels: {},
    owner: null,
    conditions: [],
    containers: [containerRecord()],
    claims: [],
    ...more,
  };
}

export function conditionRecord(
  type: string,
  status: 'True' | 'False' | 'Unknown',
): NodeRecord['conditions'][number] {
  return { type, status, reason: null, message: null, changedAt: null };
}

export function nodeRecord(more: Partial<NodeRecord> = {}): NodeRecord {
  return {
    kind: 'node',
    uid: 'uid',
    name: 'node-1',
    createdAt: '2026-01-01T00:00:00Z',
    labels: {},
    providerId: null,
    isUnschedulable: false,
    taints: [],
    capacity: { cpuCores: 4, memBytes: 16e9, ephemeralBytes: 1e11, pods: 110 },
    allocatable: { cpuCores: 3.8, memBytes: 14e9, ephemeralBytes: 9e10, pods: 100 },
    conditions: [conditionRecord('Ready', 'True')],
    kubeletVersion: 'v1.31.0',
    osImage: 'Linux',
    kernelVersion: '6.1',
    containerRuntime: 'containerd://1.7',
    architecture: 'arm64',
    internalIp: '10.0.0.4',
    ...more,
  };
}
