import { hash } from 'node:crypto';
import type { EventRecord, ManifestUpsert } from '@gwanje/kinds/batch';
import type { ClaimRecord } from '@gwanje/kinds/claim/record';
import type { ContainerRecord } from '@gwanje/kinds/container/record';
import type { NodeRecord } from '@gwanje/kinds/node/record';
import type { PodRecord } from '@gwanje/kinds/pod/record';
import type { InventoryRecord } from '@gwanje/kinds/state/states';
import type { VolumeRecord } from '@gwanje/kinds/volume/record';
import { WorkloadRecord } from '@gwanje/kinds/workload/record';
import type { DecodedBatch, ReceivedBatch, SampleRows } from '../receive/received-batch.ts';

export const NONE = { cpuCores: -1, memBytes: -1, ephemeralBytes: -1 };

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function nodeRecord(name: string, atMs: number, over: Partial<NodeRecord> = {}): NodeRecord {
  const capacity = { cpuCores: 8, memBytes: 32e9, ephemeralBytes: 1e11, pods: 110 };
  return {
    kind: 'node',
    uid: `uid-${name}`,
    name,
    createdAt: iso(atMs - 86_400_000),
    labels: { 'kubernetes.io/hostname': name },
    providerId: null,
    isUnschedulable: false,
    taints: [],
    capacity,
    allocatable: capacity,
    conditions: [readiness('True', atMs - 3_600_000)],
    kubeletVersion: 'v1.34.1',
    osImage: 'Linux',
    kernelVersion: '6.1',
    containerRuntime: 'containerd://2.0',
    architecture: 'arm64',
    internalIp: '10.0.0.1',
    ...over,
  };
}

export function readiness(status: 'True' | 'False' | 'Unknown', changedMs: number) {
  return { type: 'Ready', status, reason: 'KubeletReady', message: null, changedAt: iso(changedMs) };
}

export function containerRecord(
  name: string,
  atMs: number,
  over: Partial<ContainerRecord> = {},
): ContainerRecord {
  return {
    name,
    type: 'regular',
    image: `registry.example/team/${name}:1.0.0`,
    containerId: `containerd://${name}`,
    state: {
      kind: 'running',
      reason: null,
      message: null,
      exitCode: null,
      signal: null,
      startedAt: iso(atMs - 60_000),
      finishedAt: null,
    },
    lastState: null,
    isReady: true,
    restartCnt: 0,
    requests: { cpuCores: 0.1, memBytes: 1e8, ephemeralBytes: -1 },
    limits: NONE,
    ...over,
  };
}

export function podRecord(name: string, atMs: number, over: Partial<PodRecord> = {}): PodRecord {
  return {
    kind: 'pod',
    uid: `uid-${name}`,
    name,
    namespace: 'default',
    nodeName: 'node-1',
    createdAt: iso(atMs - 120_000),
    startedAt: iso(atMs - 90_000),
    deletingAt: null,
    phase: 'Running',
    reason: null,
    message: null,
    qosClass: 'Burstable',
    podIp: '10.1.0.1',
    labels: { app: name },
    owner: { kind: 'Deployment', name: 'app', uid: 'uid-app' },
    conditions: [
      { type: 'PodScheduled', status: 'True', reason: null, message: null, changedAt: iso(atMs - 100_000) },
      readiness('True', atMs - 50_000),
    ],
    containers: [containerRecord('main', atMs), containerRecord('side', atMs)],
    claims: [],
    ...over,
  };
}

/** A deployment whose pods are all ready. */
export function workloadRecord(
  name: string,
  atMs: number,
  more: Partial<WorkloadRecord> = {},
): WorkloadRecord {
  return WorkloadRecord.parse({
    kind: 'deployment',
    uid: `uid-${name}`,
    name,
    namespace: 'default',
    createdAt: iso(atMs),
    owner: null,
    labels: {},
    desiredCnt: 2,
    readyCnt: 2,
    updatedCnt: 2,
    availableCnt: 2,
    images: [`${name}:1`],
    ...more,
  });
}

export function claimRecord(name: string, atMs: number): ClaimRecord {
  return {
    kind: 'claim',
    uid: `uid-${name}`,
    name,
    namespace: 'default',
    createdAt: iso(atMs),
    phase: 'Bound',
    storageClass: 'fast',
    accessModes: ['ReadWriteOnce'],
    requestedBytes: 1e9,
    capacityBytes: 1e9,
    volumeName: null,
  };
}

export function volumeRecord(name: string, atMs: number, capacityBytes: number): VolumeRecord {
  return {
    kind: 'volume',
    uid: `uid-pv-${name}`,
    name,
    createdAt: iso(atMs),
    phase: 'Available',
    reason: null,
    message: null,
    capacityBytes,
    storageClass: null,
    accessModes: [],
    reclaimPolicy: null,
    volumeMode: null,
    driver: null,
    claim: null,
  };
}

export function eventRecord(uid: string, atMs: number, over: Partial<EventRecord> = {}): EventRecord {
  return {
    uid,
    type: 'Warning',
    reason: 'BackOff',
    message: 'Back-off restarting failed container',
    count: 1,
    firstAt: iso(atMs),
    lastAt: iso(atMs),
    object: { kind: 'Pod', namespace: 'default', name: 'web', uid: 'uid-web', container: null },
    source: 'kubelet',
    ...over,
  };
}

export function upserts(...records: InventoryRecord[]) {
  return { listing: null, upserts: records, deletes: [] };
}

export function chunk(
  kind: InventoryRecord['kind'],
  id: string,
  chunkNo: number,
  isLast: boolean,
  ...records: InventoryRecord[]
) {
  return { listing: { kind, id, chunk: chunkNo, isLast }, upserts: records, deletes: [] };
}

export function deletes(kind: InventoryRecord['kind'], uid: string, atMs: number) {
  return { listing: null, upserts: [], deletes: [{ kind, uid, deletedAt: iso(atMs) }] };
}

export function rows(
  scope: SampleRows['scope'],
  tsMs: number,
  keys: readonly string[],
  columns: Readonly<Record<string, readonly number[]>>,
): SampleRows {
  const typed = Object.entries(columns).map(([name, values]) => [name, Float64Array.from(values)] as const);
  return { scope, tsMs, keys, columns: Object.fromEntries(typed) };
}

/** The manifest of an object, as the agent sends it. */
export function manifestUpsert(
  name: string,
  atMs: number,
  spec: unknown,
  over: Partial<ManifestUpsert> = {},
): ManifestUpsert {
  const json = JSON.stringify({ kind: 'Pod', metadata: { name }, spec });
  const digest = hash('sha1', json, 'base64url');
  return { kind: 'pod', uid: `uid-${name}`, at: iso(atMs), hash: digest, json, isCut: false, ...over };
}

/** An agent that numbers its batches. */
export class Sender {
  readonly agentId: string;
  readonly hostId: number;
  readonly role: 'cluster' | 'node';
  seq = 0;

  constructor(hostId: number, agentId = 'agent-1', role: 'cluster' | 'node' = 'cluster') {
    this.hostId = hostId;
    this.agentId = agentId;
    this.role = role;
  }

  next(atMs: number, over: Partial<DecodedBatch> = {}, receivedMs = atMs): ReceivedBatch {
    return {
      hostId: this.hostId,
      receivedAt: new Date(receivedMs),
      clockSkewMs: 0,
      recordBytes: 0,
      batch: {
        schema: 1,
        agent: { id: this.agentId, role: this.role, version: '0.1.0' },
        seq: ++this.seq,
        sentAt: iso(atMs),
        samples: [],
        negativeCnt: 0,
        ...over,
      },
    };
  }
}
