import type { AutoscalerRecord } from '../autoscaler/record.ts';
import type { ContainerRecord } from '../container/record.ts';
import type { DisruptionBudgetRecord } from '../disruption-budget/record.ts';
import type { IngressRecord } from '../ingress/record.ts';
import type { NodeRecord } from '../node/record.ts';
import type { PodRecord } from '../pod/record.ts';
import type { QuotaRecord } from '../quota/record.ts';
import type { ServiceRecord } from '../service/record.ts';
import { WorkloadRecord } from '../workload/record.ts';

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

export function workloadRecord(more: Partial<WorkloadRecord> = {}): WorkloadRecord {
  return WorkloadRecord.parse({
    kind: 'deployment',
    uid: 'uid',
    name: 'web',
    namespace: 'shop',
    createdAt: '2026-01-01T00:00:00Z',
    owner: null,
    labels: {},
    desiredCnt: 2,
    readyCnt: 2,
    updatedCnt: 2,
    availableCnt: 2,
    images: [],
    ...more,
  });
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

const IN_NAMESPACE = { uid: 'uid', name: 'web', namespace: 'default', createdAt: '2026-01-01T00:00:00Z' };

export function autoscalerRecord(more: Partial<AutoscalerRecord> = {}): AutoscalerRecord {
  return {
    kind: 'autoscaler',
    ...IN_NAMESPACE,
    targetKind: 'Deployment',
    targetName: 'web',
    minCnt: 2,
    maxCnt: 10,
    currentCnt: 3,
    desiredCnt: 3,
    lastScaleAt: null,
    metrics: [{ type: 'Resource', name: 'cpu', container: null, unit: 'percent', target: 80, current: 60 }],
    conditions: [],
    ...more,
  };
}

export function disruptionBudgetRecord(more: Partial<DisruptionBudgetRecord> = {}): DisruptionBudgetRecord {
  return {
    kind: 'disruptionBudget',
    ...IN_NAMESPACE,
    minAvailable: null,
    maxUnavailable: '1',
    selector: 'app=web',
    healthyCnt: 3,
    desiredCnt: 2,
    expectedCnt: 3,
    allowedCnt: 1,
    workloads: [{ kind: 'Deployment', name: 'web' }],
    conditions: [],
    ...more,
  };
}

export function quotaRecord(more: Partial<QuotaRecord> = {}): QuotaRecord {
  return {
    kind: 'quota',
    ...IN_NAMESPACE,
    scopes: [],
    resources: [
      { resource: 'pods', hard: 10, used: 2 },
      { resource: 'requests.cpu', hard: 4, used: 3 },
    ],
    ...more,
  };
}

export function serviceRecord(more: Partial<ServiceRecord> = {}): ServiceRecord {
  const endpoint = { nodeName: 'node-1', isReady: true };
  return {
    kind: 'service',
    ...IN_NAMESPACE,
    labels: {},
    type: 'ClusterIP',
    clusterIp: '10.0.0.10',
    externalName: null,
    externalAddresses: [],
    ports: [{ name: 'http', port: 80, targetPort: '8080', nodePort: null, protocol: 'TCP' }],
    selector: { app: 'web' },
    endpoints: {
      readyCnt: 1,
      totalCnt: 1,
      list: [{ address: '10.1.0.1', podName: 'web-1', ...endpoint }],
    },
    ...more,
  };
}

export function ingressRecord(more: Partial<IngressRecord> = {}): IngressRecord {
  return {
    kind: 'ingress',
    ...IN_NAMESPACE,
    labels: {},
    className: 'nginx',
    tlsHosts: ['web.example'],
    hasTls: true,
    addresses: ['20.0.0.1'],
    paths: [{ host: 'web.example', path: '/', pathType: 'Prefix', serviceName: 'web', servicePort: '80' }],
    ...more,
  };
}
