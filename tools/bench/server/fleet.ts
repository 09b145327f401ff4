import { zstdCompressSync } from 'node:zlib';
import type { Batch, InventoryPart, SamplePart } from '@gwanje/kinds/batch';
import type { NodeRecord } from '@gwanje/kinds/node/record';
import type { PodRecord } from '@gwanje/kinds/pod/record';
import type { MetricScope } from '@gwanje/kinds/registry';
import { type InventoryRecord, metricNames } from '@gwanje/kinds/state/states';
import { WorkloadRecord } from '@gwanje/kinds/workload/record';

export interface FleetPlan {
  readonly clusters: number;
  readonly podsPerCluster: number;
  readonly podsPerNode: number;
}

export interface Payload {
  readonly cluster: number;
  /** The role of the agent that sends it. */
  readonly role: Batch['agent']['role'];
  readonly body: Buffer;
  /** Samples of one object at one instant. */
  readonly rows: number;
}

const CHUNK = 500;
const UNSET = { cpuCores: -1, memBytes: -1, ephemeralBytes: -1 };
const WAITING = {
  kind: 'waiting',
  reason: null,
  message: null,
  exitCode: null,
  signal: null,
  startedAt: null,
  finishedAt: null,
} as const;
const CONTAINERS = ['app', 'proxy'] as const;
/** Deployments of a cluster. */
const OWNERS = 400;
const WORKLOADS = ['api', 'web', 'worker', 'cache', 'gateway', 'batch', 'search', 'billing'];

/** Builds the batches of agents of many clusters, as fast as they can be sent. All clusters are equal. */
export class Fleet {
  readonly plan: FleetPlan;
  readonly nodesPerCluster: number;
  readonly #seqs = new Map<string, number>();

  constructor(plan: FleetPlan) {
    this.plan = plan;
    this.nodesPerCluster = Math.ceil(plan.podsPerCluster / plan.podsPerNode);
  }

  /** All objects of a cluster, in chunks. */
  inventory(cluster: number, at: Date): Payload[] {
    const nodes = range(this.nodesPerCluster).map((node) => nodeRecord(cluster, node, at));
    const pods = range(this.plan.podsPerCluster).map((pod) => this.podRecord(cluster, pod, at));
    const payloads: Payload[] = [];
    for (const [kind, records] of [['node', nodes] as const, ['pod', pods] as const]) {
      for (const [chunk, upserts] of chunksOf<InventoryRecord>(records)) {
        const listing = { kind, id: `first-${kind}`, chunk, isLast: upserts.length === 0 };
        payloads.push(
          this.#payload(cluster, 'cluster', at, { inventory: [{ listing, upserts, deletes: [] }] }),
        );
      }
    }
    return payloads;
  }

  /** Pods in addition to the plan, as watch changes. */
  newPods(cluster: number, first: number, cnt: number, at: Date): Payload {
    const pods = range(cnt).map((index) => this.podRecord(cluster, first + index, at));
    return this.changed(cluster, pods, at);
  }

  /** Watch changes. */
  changed(cluster: number, upserts: InventoryRecord[], at: Date): Payload {
    return this.#payload(cluster, 'cluster', at, { inventory: [{ listing: null, upserts, deletes: [] }] });
  }

  /** The deployments that own the pods. */
  workloads(cluster: number, at: Date): Payload {
    const podCnt = this.plan.podsPerCluster / OWNERS;
    const records = range(OWNERS).map((owner): InventoryRecord => {
      const workload = WORKLOADS[owner % WORKLOADS.length] ?? 'api';
      return WorkloadRecord.parse({
        kind: 'deployment',
        uid: `owner-${cluster}-${owner}`,
        name: `${workload}-${owner}`,
        namespace: `team-${owner % 40}`,
        createdAt: new Date(at.getTime() - 30 * 86_400_000).toISOString(),
        owner: null,
        labels: { app: workload },
        desiredCnt: Math.round(podCnt),
        readyCnt: Math.round(podCnt),
        updatedCnt: Math.round(podCnt),
        availableCnt: Math.round(podCnt),
        images: CONTAINERS.map((name) => `registry.example.com/${workload}/${name}:1.0.0`),
      });
    });
    return this.changed(cluster, records, at);
  }

  /** Samples of pods that are not in the inventory. */
  samplesOfUnknownPods(cluster: number, first: number, cnt: number, at: Date): Payload {
    return this.#samples(
      cluster,
      'node-of-unknown-pods',
      range(cnt).map((index) => first + index),
      [],
      at,
    );
  }

  /** All samples of a cluster at one instant, as from an agent outside the cluster. */
  largeBatch(cluster: number, at: Date): Payload {
    return this.#samples(
      cluster,
      'cluster',
      range(this.plan.podsPerCluster),
      range(this.nodesPerCluster),
      at,
    );
  }

  /** The same in several batches, each with the samples of this many nodes. */
  largeBatches(cluster: number, nodesPerBatch: number, at: Date): Payload[] {
    const nodes = range(this.nodesPerCluster);
    return range(Math.ceil(nodes.length / nodesPerBatch)).map((batch) => {
      const part = nodes.slice(batch * nodesPerBatch, (batch + 1) * nodesPerBatch);
      const pods = part.flatMap((node) => this.#podsOf(node));
      return this.#samples(cluster, 'cluster', pods, part, at);
    });
  }

  /** The samples of one node at one instant, as from an agent of the daemon set. */
  nodeBatch(cluster: number, node: number, at: Date): Payload {
    return this.#samples(cluster, `node-${node}`, this.#podsOf(node), [node], at);
  }

  /** The same samples, from the agent of the cluster. */
  clusterBatch(cluster: number, node: number, at: Date): Payload {
    return this.#samples(cluster, 'cluster', this.#podsOf(node), [node], at);
  }

  #podsOf(node: number): number[] {
    const first = node * this.plan.podsPerNode;
    const last = Math.min(first + this.plan.podsPerNode, this.plan.podsPerCluster);
    return range(last - first).map((index) => first + index);
  }

  #samples(
    cluster: number,
    agent: string,
    pods: readonly number[],
    nodes: readonly number[],
    at: Date,
  ): Payload {
    const uids = pods.map((pod) => podUid(cluster, pod));
    const podUids = uids.flatMap((uid) => CONTAINERS.map(() => uid));
    const part: SamplePart = {
      ts: at.toISOString(),
      node: { name: nodes.map((node) => nodeName(cluster, node)), ...values('node', nodes.length, at) },
      pod: { uid: uids, ...values('pod', uids.length, at) },
      container: {
        podUid: podUids,
        name: uids.flatMap(() => CONTAINERS),
        ...values('container', podUids.length, at),
      },
    };
    const rows = nodes.length + uids.length + podUids.length;
    return { ...this.#payload(cluster, agent, at, { samples: [part] }), rows };
  }

  #payload(
    cluster: number,
    agent: string,
    at: Date,
    content: { readonly inventory?: InventoryPart[]; readonly samples?: SamplePart[] },
  ): Payload {
    const key = `${cluster}/${agent}`;
    const seq = (this.#seqs.get(key) ?? 0) + 1;
    this.#seqs.set(key, seq);
    const role = agent === 'cluster' ? 'cluster' : 'node';
    const batch: Batch = {
      schema: 1,
      agent: { id: agent, role, version: '0.0.0' },
      seq,
      sentAt: at.toISOString(),
      ...(agent === 'cluster' && seq === 1
        ? {
            cluster: { kubernetesVersion: 'v1.33.1', platform: 'aks', isApiReachable: true, apiLatencyMs: 5 },
          }
        : {}),
      ...content,
    };
    return { cluster, role, body: zstdCompressSync(JSON.stringify(batch)), rows: 0 };
  }

  podRecord(cluster: number, pod: number, at: Date): PodRecord {
    const workload = WORKLOADS[pod % WORKLOADS.length] ?? 'api';
    const createdAt = new Date(at.getTime() - 86_400_000).toISOString();
    return {
      kind: 'pod',
      uid: podUid(cluster, pod),
      name: podName(cluster, pod),
      namespace: `team-${pod % 40}`,
      nodeName: nodeName(cluster, Math.floor(pod / this.plan.podsPerNode)),
      createdAt,
      startedAt: createdAt,
      deletingAt: null,
      phase: 'Running',
      reason: null,
      message: null,
      qosClass: 'Burstable',
      podIp: `10.${cluster}.${(pod >> 8) & 255}.${pod & 255}`,
      labels: { app: workload, team: `team-${pod % 40}`, 'pod-template-hash': hash(pod).slice(0, 9) },
      owner: {
        kind: 'Deployment',
        name: `${workload}-${pod % OWNERS}`,
        uid: `owner-${cluster}-${pod % OWNERS}`,
      },
      conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
        type,
        status: 'True',
        reason: null,
        message: null,
        changedAt: createdAt,
      })),
      containers: CONTAINERS.map((name) => ({
        name,
        type: 'regular',
        image: `registry.example.com/${workload}/${name}:1.${pod % 20}.0`,
        containerId: `containerd://${hash(pod * 7 + name.length)}`,
        state: { ...WAITING, kind: 'running', startedAt: createdAt },
        lastState: null,
        isReady: true,
        restartCnt: pod % 7 === 0 ? 1 : 0,
        requests: { cpuCores: 0.1, memBytes: 128 * 2 ** 20, ephemeralBytes: -1 },
        limits: pod % 3 === 0 ? UNSET : { cpuCores: 1, memBytes: 512 * 2 ** 20, ephemeralBytes: -1 },
      })),
      claims: [],
    };
  }
}

/** The same pod in a crash loop. */
export function crashing(pod: PodRecord): PodRecord {
  const state = { ...WAITING, reason: 'CrashLoopBackOff' };
  return { ...pod, containers: pod.containers.map((one) => ({ ...one, isReady: false, state })) };
}

export function podName(cluster: number, pod: number): string {
  const workload = WORKLOADS[pod % WORKLOADS.length] ?? 'api';
  return `${workload}-${pod % OWNERS}-${hash(pod).slice(0, 9)}-${hash(pod * 31 + cluster).slice(0, 5)}`;
}

function podUid(cluster: number, pod: number): string {
  return `${hash(cluster * 1_000_003 + pod)}-${cluster}-${pod}`;
}

function nodeName(cluster: number, node: number): string {
  return `node-${cluster}-${String(node).padStart(5, '0')}`;
}

export function nodeRecord(cluster: number, node: number, at: Date): NodeRecord {
  const size = { cpuCores: 16, memBytes: 64 * 2 ** 30, ephemeralBytes: 128 * 2 ** 30, pods: 110 };
  const createdAt = new Date(at.getTime() - 30 * 86_400_000).toISOString();
  return {
    kind: 'node',
    uid: `node-uid-${cluster}-${node}`,
    name: nodeName(cluster, node),
    createdAt,
    labels: { 'topology.kubernetes.io/zone': `zone-${node % 3}`, agentpool: `pool${node % 4}` },
    providerId: null,
    isUnschedulable: false,
    taints: [],
    capacity: size,
    allocatable: size,
    conditions: [
      { type: 'Ready', status: 'True', reason: 'KubeletReady', message: null, changedAt: createdAt },
    ],
    kubeletVersion: 'v1.33.1',
    osImage: 'Ubuntu 24.04',
    kernelVersion: '6.8.0',
    containerRuntime: 'containerd://2.0.0',
    architecture: 'amd64',
    internalIp: `10.0.${node >> 8}.${node & 255}`,
  };
}

type SampledScope = Exclude<MetricScope, 'cluster' | 'claim'>;

/** The columns of the last instant. All nodes with as many pods have the same values. */
let recent: { tick: number; readonly columns: Map<string, Record<string, number[]>> } = {
  tick: 0,
  columns: new Map(),
};

/** Every metric of a scope, different for each object, changing slowly as real metrics do. */
function values(scope: SampledScope, cnt: number, at: Date): Record<string, number[]> {
  const tick = Math.floor(at.getTime() / 15_000);
  if (recent.tick !== tick) recent = { tick, columns: new Map() };
  const columns = recent.columns.get(`${scope}/${cnt}`) ?? columnsOf(scope, cnt, tick);
  recent.columns.set(`${scope}/${cnt}`, columns);
  return columns;
}

function columnsOf(scope: SampledScope, cnt: number, tick: number): Record<string, number[]> {
  return Object.fromEntries(
    metricNames(scope).map((metric, column) => [
      metric,
      range(cnt).map((row) => {
        const base = ((row * 2_654_435_761 + column * 40_503) >>> 0) % 1_000_000;
        const wave = Math.sin((tick + row) / 40) * 0.1 + 1;
        return metric.endsWith('Cores') ? Math.round(base * wave) / 1e6 : Math.round(base * 1000 * wave);
      }),
    ]),
  );
}

/** The last chunk is empty and is marked as the last. */
function chunksOf<T>(all: readonly T[]): [number, T[]][] {
  const cnt = Math.ceil(all.length / CHUNK);
  return range(cnt + 1).map((chunk) => [chunk, all.slice(chunk * CHUNK, (chunk + 1) * CHUNK)]);
}

function hash(value: number): string {
  let state = (value ^ 0x9e3779b9) >>> 0;
  let text = '';
  for (let i = 0; i < 4; i++) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39) >>> 0;
    text += state.toString(16).padStart(8, '0');
  }
  return text;
}

function range(cnt: number): number[] {
  return Array.from({ length: cnt }, (_, index) => index);
}
