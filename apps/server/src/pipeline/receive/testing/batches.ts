import { BATCH_SCHEMA, type Batch, type SamplePart } from '@gwanje/kinds/batch';
import { type InventoryRecord, metricNames } from '@gwanje/kinds/state/states';
import { seeded } from './random.ts';

const AT = '2026-01-01T00:00:00Z';
const NOT_SET = { cpuCores: -1, memBytes: -1, ephemeralBytes: -1 };

export function emptyBatch(changes: Partial<Batch> = {}): Batch {
  return {
    schema: BATCH_SCHEMA,
    agent: { id: 'cluster-1', role: 'cluster', version: '0.1.0' },
    seq: 1,
    sentAt: AT,
    ...changes,
  };
}

/** What the agent of one node sends. */
export function nodeBatch(): Batch {
  const agent = { id: 'node-1', role: 'node' as const, version: '0.1.0' };
  return emptyBatch({ agent, samples: [samplePart(2, 1)], problems: [] });
}

/** Samples of a node agent, or of an agent that reads a whole cluster. Some values are unknown. */
export function samplePart(podCnt: number, containersPerPod: number, seed = 1): SamplePart {
  const random = seeded(seed);
  const hex = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const uids = Array.from({ length: podCnt }, () => `${hex()}-${hex().slice(0, 4)}-4000-8000-${hex()}0000`);
  const column = (length: number) =>
    Array.from({ length }, () => (random() < 0.05 ? null : Math.round(random() * 9e12) / 1e6));
  const table = (scope: 'node' | 'pod' | 'container' | 'claim', length: number) =>
    Object.fromEntries(metricNames(scope).map((name) => [name, column(length)]));
  const rows = podCnt * containersPerPod;
  return {
    ts: AT,
    node: { name: ['node-1'], ...table('node', 1) },
    pod: { uid: uids, ...table('pod', podCnt) },
    container: {
      podUid: uids.flatMap((uid) => Array.from({ length: containersPerPod }, () => uid)),
      name: Array.from({ length: rows }, (_, row) => `container-${row % containersPerPod}`),
      ...table('container', rows),
    },
    claim: { namespace: ['default'], name: ['data'], ...table('claim', 1) },
  };
}

export function podRecord(index: number, changes: object = {}): InventoryRecord {
  return {
    kind: 'pod',
    uid: `pod-${index}`,
    name: `web-7d4b9c6f5d-${index}`,
    namespace: 'shop',
    nodeName: 'node-1',
    createdAt: AT,
    startedAt: AT,
    deletingAt: null,
    phase: 'Running',
    reason: null,
    message: null,
    qosClass: 'Burstable',
    podIp: '10.0.0.9',
    isHostNetwork: false,
    labels: { app: 'web', 'pod-template-hash': '7d4b9c6f5d' },
    owner: { kind: 'Deployment', name: 'web', uid: 'deployment-1' },
    conditions: ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map((type) => ({
      type,
      status: 'True' as const,
      reason: null,
      message: null,
      changedAt: AT,
    })),
    containers: ['app', 'proxy'].map((name) => ({
      name,
      type: 'regular' as const,
      image: `registry.example.com/shop/${name}:1.2.3`,
      containerId: `containerd://${'0123456789abcdef'.repeat(4)}`,
      state: {
        kind: 'running' as const,
        reason: null,
        message: null,
        exitCode: null,
        signal: null,
        startedAt: AT,
        finishedAt: null,
      },
      lastState: null,
      isReady: true,
      restartCnt: 0,
      requests: { cpuCores: 0.1, memBytes: 134_217_728, ephemeralBytes: -1 },
      limits: NOT_SET,
    })),
    claims: ['data'],
    ...changes,
  };
}

/** A batch with content in every part. */
export function fullBatch(): Batch {
  return emptyBatch({
    cluster: { kubernetesVersion: 'v1.31.2', platform: 'aks', isApiReachable: true, apiLatencyMs: 3.2 },
    inventory: [
      {
        listing: { kind: 'pod', id: 'listing-1', chunk: 0, isLast: true },
        upserts: [podRecord(1), podRecord(2)],
        deletes: [],
      },
      {
        listing: null,
        upserts: [
          {
            kind: 'namespace',
            uid: 'namespace-1',
            name: 'shop',
            createdAt: AT,
            phase: 'Active',
            labels: {},
            limits: null,
          },
          {
            kind: 'volume',
            uid: 'pv-1',
            name: 'pv-1',
            createdAt: AT,
            phase: 'Bound',
            reason: null,
            message: null,
            capacityBytes: 1024,
            storageClass: 'default',
            accessModes: ['ReadWriteOnce'],
            reclaimPolicy: 'Delete',
            volumeMode: 'Filesystem',
            driver: 'disk.csi.azure.com',
            claim: { namespace: 'shop', name: 'data', uid: 'pvc-1' },
          },
        ],
        deletes: [{ kind: 'job', uid: 'job-1', deletedAt: AT }],
      },
    ],
    events: [
      {
        uid: 'event-1',
        type: 'Warning',
        reason: 'BackOff',
        message: 'Back-off restarting failed container',
        count: 3,
        firstAt: AT,
        lastAt: AT,
        object: { kind: 'Pod', namespace: 'shop', name: 'web-1', uid: 'pod-1', container: 'app' },
        source: 'kubelet',
      },
    ],
    samples: [samplePart(3, 2), { ts: AT }],
    problems: [{ problem: 'kubeletTls', detail: 'self-signed certificate', since: AT }],
  });
}

/** A full listing in one chunk, as the first batch of an agent. */
export function inventoryBatch(podCnt: number): Batch {
  const upserts = Array.from({ length: podCnt }, (_, index) => podRecord(index));
  return emptyBatch({
    inventory: [{ listing: { kind: 'pod', id: 'listing-1', chunk: 0, isLast: true }, upserts, deletes: [] }],
  });
}

/** A batch as a newer agent sends it: with objects, metrics, manifests and problems that this version does not know. */
export function newerBatch(): object {
  const known = fullBatch();
  const gateway = { kind: 'gateway', uid: 'gateway-1', name: 'edge', namespace: 'shop', listeners: [] };
  const [part] = known.samples ?? [];
  const uid = part?.pod?.uid ?? [];
  const hash = 'a'.repeat(22);
  return {
    ...known,
    agent: { ...known.agent, version: '9.9.9' },
    inventory: [
      ...(known.inventory ?? []).map((one) => ({
        ...one,
        upserts: [gateway, ...one.upserts],
        deletes: [...one.deletes, { kind: 'gateway', uid: 'gateway-2', deletedAt: AT }],
      })),
      {
        listing: { kind: 'gateway', id: 'listing-2', chunk: 0, isLast: true },
        upserts: [gateway],
        deletes: [],
      },
    ],
    samples: [
      {
        ...part,
        pod: { ...part?.pod, gpuUsedRatio: uid.map(() => 0.5) },
        gateway: { uid: ['gateway-1'], requestCnt: [1] },
      },
    ],
    manifests: {
      upserts: [{ kind: 'gateway', uid: 'gateway-1', hash, at: AT, json: '{}', isCut: false }],
      checks: [
        { kind: 'gateway', uid: 'gateway-1', hash },
        { kind: 'pod', uid: 'pod-1', hash },
      ],
    },
    problems: [
      ...(known.problems ?? []),
      { problem: 'gpuUnreadable', detail: 'node-1: no driver', since: AT },
    ],
  };
}
