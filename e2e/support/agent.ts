import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteCluster, downloadManifest, insertCluster } from '@gwanje/contract/clusters/clusters';
import { HostId } from '@gwanje/contract/definition/fields';
import { BATCH_SCHEMA, type Batch, type ClusterFacts, type EventRecord } from '@gwanje/kinds/batch';
import type { ClaimRecord } from '@gwanje/kinds/claim/record';
import type { NamespaceRecord } from '@gwanje/kinds/namespace/record';
import type { NodeRecord } from '@gwanje/kinds/node/record';
import type { PodRecord } from '@gwanje/kinds/pod/record';
import type { InventoryRecord } from '@gwanje/kinds/state/states';
import {
  autoscalerRecord,
  conditionRecord,
  containerRecord,
  disruptionBudgetRecord,
  ingressRecord,
  nodeRecord,
  podRecord,
  quotaRecord,
  serviceRecord,
  stateRecord,
  workloadRecord,
} from '@gwanje/kinds/testing/records';
import type { VolumeRecord } from '@gwanje/kinds/volume/record';
import { onTestFinished } from 'vitest';
import type { Api } from './api.ts';
import { stack } from './browser.ts';

const GIB = 1024 ** 3;
const FACTS: ClusterFacts = {
  kubernetesVersion: 'v1.34.2',
  platform: 'aks',
  isApiReachable: true,
  apiLatencyMs: 12,
};

export interface SentPod {
  readonly name: string;
  readonly phase?: PodRecord['phase'];
  /** Share of a limit of 1 GiB. */
  readonly memUsedShare?: number;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly containerName?: string;
  /** The container ends as soon as it starts, and Kubernetes delays the next start. */
  readonly crashLoops?: boolean;
}

/** Deviations from the default batch. */
export interface BatchOverrides {
  readonly facts?: Partial<ClusterFacts>;
  /** A new uid with the same name is a different node. */
  readonly nodeUid?: string;
  readonly nodeName?: string;
  /** True: sent and received at that time, as from an agent that has stopped since; else sent now. */
  readonly isOld?: boolean;
}

/** A cluster for one test, deleted after it. The test decides what its agent sends. */
export class OwnCluster {
  readonly hostId: number;
  readonly name: string;
  readonly #token: string;
  readonly #agentId = crypto.randomUUID();
  #seq = 0;

  private constructor(hostId: number, name: string, token: string) {
    this.hostId = hostId;
    this.name = name;
    this.#token = token;
  }

  static async create(
    admin: Api,
    name: string,
    group: { readonly metaGroupId: number; readonly subGroupId: number },
    alarmTemplateId = 1,
  ): Promise<OwnCluster> {
    const body = { ...group, name, alarmTemplateId };
    const { hostId } = await admin.call(insertCluster, { body });
    onTestFinished(async () => {
      await admin.call(deleteCluster, { params: { hostId } });
    });
    const manifest = await admin.download(downloadManifest, { params: { hostId: HostId.parse(hostId) } });
    // The token of the cluster agent comes first.
    const token = /gwj_[A-Za-z0-9_-]{43}/.exec(Buffer.from(manifest).toString())?.[0];
    if (!token) throw new Error('no token in the manifest');
    return new OwnCluster(hostId, name, token);
  }

  /** A cluster of the demo, which has the token of its agent in a file. It is not deleted. */
  static ofDemo(hostId: number, name: string): OwnCluster {
    const file = join(stack().dataDir, 'demo', `${name}.token`);
    return new OwnCluster(hostId, name, readFileSync(file, 'utf8').trim());
  }

  /** Sends a complete inventory at this instant: one node, these pods, and their usage. */
  async sendPods(pods: readonly SentPod[], atMs = Date.now(), overrides: BatchOverrides = {}): Promise<void> {
    const node = sentNode(
      overrides.nodeName ?? `${this.name}-node`,
      overrides.nodeUid ?? `uid-${this.name}-node`,
      atMs,
    );
    const records = pods.map((pod) => sentPod(this.name, pod, node.name, atMs));
    await this.#send({
      ...(overrides.isOld && { sentAt: iso(atMs) }),
      cluster: { ...FACTS, ...overrides.facts },
      inventory: [listing('node', this.#seq, [node]), listing('pod', this.#seq, records)],
      samples: [samplesOf(pods, records, node.name, atMs)],
    });
  }

  /** Sends all nodes of the cluster, without pods. */
  async sendNodes(names: readonly string[], atMs = Date.now()): Promise<void> {
    const nodes = names.map((name) => sentNode(name, uidOf(this.name, name), atMs));
    await this.#send({
      cluster: FACTS,
      inventory: [listing('node', this.#seq, nodes), listing('pod', this.#seq, [])],
      samples: [
        {
          ts: iso(atMs),
          node: {
            name: [...names],
            cpuUsedCores: names.map(() => 2),
            memUsedBytes: names.map(() => 8 * GIB),
          },
        },
      ],
    });
  }

  /** Sends only the usage of pods that were sent before, as an agent of a cluster without changes does. */
  async sendSamples(pods: readonly SentPod[], atMs = Date.now()): Promise<void> {
    const nodeName = `${this.name}-node`;
    const records = pods.map((pod) => sentPod(this.name, pod, nodeName, atMs));
    await this.#send({ samples: [samplesOf(pods, records, nodeName, atMs)] });
  }

  /** Sends an event of a pod that was sent before. */
  async sendEvent(
    podName: string,
    event: Pick<EventRecord, 'type' | 'reason' | 'message'>,
    atMs = Date.now(),
  ): Promise<void> {
    const uid = uidOf(this.name, podName);
    const object = { kind: 'Pod', namespace: 'shop', name: podName, uid, container: null };
    const times = { count: 1, firstAt: iso(atMs), lastAt: iso(atMs) };
    await this.#send({
      events: [{ uid: crypto.randomUUID(), ...event, ...times, object, source: 'kubelet' }],
    });
  }

  /** Sends all claims, each bound to its own volume. */
  async sendClaims(names: readonly string[], usedShare: number, atMs = Date.now()): Promise<void> {
    const claimUid = (name: string) => uidOf(this.name, `pvc-${name}`);
    const common = {
      createdAt: iso(atMs - 86_400_000),
      phase: 'Bound' as const,
      storageClass: 'managed-csi',
      accessModes: ['RWO'],
      capacityBytes: 10 * GIB,
    };
    const claims = names.map(
      (name): ClaimRecord => ({
        ...common,
        kind: 'claim',
        uid: claimUid(name),
        name,
        namespace: 'shop',
        requestedBytes: 10 * GIB,
        volumeName: `pv-${name}`,
      }),
    );
    const volumes = names.map(
      (name): VolumeRecord => ({
        ...common,
        kind: 'volume',
        uid: uidOf(this.name, `pv-${name}`),
        name: `pv-${name}`,
        reason: null,
        message: null,
        reclaimPolicy: 'Delete',
        volumeMode: 'Filesystem',
        driver: 'disk.csi.azure.com',
        claim: { namespace: 'shop', name, uid: claimUid(name) },
      }),
    );
    await this.#send({
      inventory: [listing('claim', this.#seq, claims), listing('volume', this.#seq, volumes)],
      samples: [
        {
          ts: iso(atMs),
          claim: {
            namespace: names.map(() => 'shop'),
            name: [...names],
            usedBytes: names.map(() => usedShare * 10 * GIB),
            capacityBytes: names.map(() => 10 * GIB),
          },
        },
      ],
    });
  }

  /** Sends a namespace, and in it one deployment with its service, ingress, autoscaler, budget and quota. */
  async sendDeployment(name: string, namespaceName = 'shop', atMs = Date.now()): Promise<void> {
    const createdAt = iso(atMs - 86_400_000);
    const namespace: NamespaceRecord = {
      kind: 'namespace',
      uid: uidOf(this.name, `namespace ${namespaceName}`),
      name: namespaceName,
      createdAt,
      phase: 'Active',
      labels: {},
      limits: [],
    };
    const own = (kind: string) => ({
      uid: uidOf(this.name, `${kind} ${name}`),
      name,
      namespace: namespaceName,
      createdAt,
    });
    await this.#send({
      inventory: [
        listing('namespace', this.#seq, [namespace]),
        listing('deployment', this.#seq, [
          workloadRecord({
            ...own('deployment'),
            labels: { app: name },
            desiredCnt: 1,
            readyCnt: 1,
            updatedCnt: 1,
            availableCnt: 1,
          }),
        ]),
        listing('service', this.#seq, [serviceRecord(own('service'))]),
        listing('ingress', this.#seq, [ingressRecord(own('ingress'))]),
        listing('autoscaler', this.#seq, [autoscalerRecord({ ...own('autoscaler'), targetName: name })]),
        listing('disruptionBudget', this.#seq, [disruptionBudgetRecord(own('disruptionBudget'))]),
        listing('quota', this.#seq, [quotaRecord(own('quota'))]),
      ],
    });
  }

  async #send(parts: Partial<Batch>): Promise<void> {
    this.#seq += 1;
    const batch: Batch = {
      schema: BATCH_SCHEMA,
      agent: { id: this.#agentId, role: 'cluster', version: '1.0.0' },
      seq: this.#seq,
      sentAt: iso(Date.now()),
      ...parts,
    };
    const answer = await fetch(`${stack().consoleUrl}/ingest/v1/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: JSON.stringify(batch),
    });
    if (!answer.ok) throw new Error(`the batch was refused: ${answer.status} ${await answer.text()}`);
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function listing(kind: InventoryRecord['kind'], seq: number, upserts: InventoryRecord[]) {
  return { listing: { kind, id: `${kind}-${seq}`, chunk: 0, isLast: true }, upserts, deletes: [] };
}

/** Hashes the name, because names may be longer than uids. */
function uidOf(cluster: string, name: string): string {
  return `uid-${createHash('sha256').update(`${cluster}/${name}`).digest('hex')}`;
}

function sentNode(name: string, uid: string, atMs: number): NodeRecord {
  const capacity = { cpuCores: 8, memBytes: 32 * GIB, ephemeralBytes: 100 * GIB, pods: 110 };
  return nodeRecord({
    uid,
    name,
    createdAt: iso(atMs - 86_400_000),
    labels: {
      'kubernetes.azure.com/agentpool': 'apps',
      'topology.kubernetes.io/region': 'koreacentral',
      'topology.kubernetes.io/zone': 'koreacentral-2',
      'node.kubernetes.io/instance-type': 'Standard_D8s_v5',
    },
    capacity,
    allocatable: capacity,
    conditions: [{ ...conditionRecord('Ready', 'True'), changedAt: iso(atMs - 60_000) }],
    kubeletVersion: 'v1.34.2',
  });
}

function sentPod(cluster: string, pod: SentPod, nodeName: string, atMs: number): PodRecord {
  const { name, phase = 'Running', namespace = 'shop', labels = {}, crashLoops = false } = pod;
  const uid = uidOf(cluster, name);
  const container = containerRecord({
    name: pod.containerName ?? 'main',
    containerId: `containerd://${uid}`,
    state: crashLoops
      ? stateRecord('waiting', { reason: 'CrashLoopBackOff' })
      : stateRecord('running', { startedAt: iso(atMs - 60_000) }),
    isReady: !crashLoops,
    restartCnt: crashLoops ? 1 : 0,
    limits: { cpuCores: 1, memBytes: GIB, ephemeralBytes: -1 },
  });
  const times = { createdAt: iso(atMs - 120_000), startedAt: iso(atMs - 90_000) };
  return podRecord({ uid, name, namespace, nodeName, phase, labels, ...times, containers: [container] });
}

function samplesOf(
  pods: readonly SentPod[],
  records: readonly { readonly uid: string }[],
  nodeName: string,
  atMs: number,
) {
  return {
    ts: iso(atMs),
    node: { name: [nodeName], cpuUsedCores: [2], memUsedBytes: [8 * GIB] },
    pod: {
      uid: records.map(({ uid }) => uid),
      cpuUsedCores: pods.map(() => 0.25),
      memUsedBytes: pods.map(({ memUsedShare = 0.1 }) => memUsedShare * GIB),
    },
    container: {
      podUid: records.map(({ uid }) => uid),
      name: pods.map(({ containerName = 'main' }) => containerName),
      cpuUsedCores: pods.map(() => 0.25),
      memUsedBytes: pods.map(({ memUsedShare = 0.1 }) => memUsedShare * GIB),
    },
  };
}
