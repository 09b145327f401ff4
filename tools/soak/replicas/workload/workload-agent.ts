import { setTimeout as delay } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import { Ack, type Batch, type InventoryPart } from '@gwanje/kinds/batch';
import type { PodRecord } from '@gwanje/kinds/pod/record';
import { Fleet, nodeRecord } from '../../../bench/server/fleet.ts';
import { Random } from '../../../simulator/src/core/random.ts';
import type { ExpectedCluster, History, SentBatch } from '../history.ts';
import { ask, isTemporary } from './http.ts';

export interface WorkloadAgentOptions {
  /** The number of the cluster, from 0. */
  readonly cluster: number;
  readonly hostId: number;
  readonly token: string;
  readonly seed: number;
  readonly urls: readonly string[];
  readonly history: History;
  readonly isEnded: () => boolean;
}

interface Pod {
  readonly record: PodRecord;
  isFailing: boolean;
}

/** Pods that are never deleted. The first one shows the number of the last batch as its restarts. */
const STEADY_PODS = 8;
const MAX_PODS = 20;
const PODS_PER_NODE = 10;
const ANSWER_WITHIN_MS = 10_000;
const RETRY_MS = 300;
const FLEET = new Fleet({ clusters: 1, podsPerCluster: MAX_PODS, podsPerNode: PODS_PER_NODE });

/** The agent of a small cluster. It sends one batch at a time and resends it, to any replica, until it is acknowledged. */
export class WorkloadAgent {
  readonly #options: WorkloadAgentOptions;
  readonly #random: Random;
  readonly #startedAt = new Date();
  readonly #pods = new Map<number, Pod>();
  #nextPod = 0;
  #seq = 0;
  #isListingNeeded = true;

  constructor(options: WorkloadAgentOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
    while (this.#nextPod < STEADY_PODS) this.#addPod();
  }

  get expected(): ExpectedCluster {
    const pods = [...this.#pods.values()];
    const names = (list: readonly Pod[]) => list.map(({ record }) => record.name);
    return {
      hostId: this.#options.hostId,
      seq: this.#seq,
      podNames: names(pods),
      steadyPodNames: names(pods.slice(0, STEADY_PODS)),
      failingPodNames: names(pods.filter(({ isFailing }) => isFailing)),
    };
  }

  /** The name of the pod that shows the number of the last batch. */
  get markerName(): string {
    return this.#pods.get(0)?.record.name ?? '';
  }

  async sendNext(): Promise<void> {
    const { hostId, cluster, history } = this.#options;
    this.#seq += 1;
    const sentAt = new Date();
    const deletes = this.#change(sentAt);
    const entry: SentBatch = {
      hostId,
      seq: this.#seq,
      sampleMs: sentAt.getTime(),
      eventUid: `event-${cluster}-${this.#seq}`,
      ackedMs: null,
      refusal: null,
    };
    history.batches.push(entry);
    const batch = this.#batch(sentAt, entry.eventUid, deletes);
    await this.#deliver(zstdCompressSync(JSON.stringify(batch)), entry);
  }

  async #deliver(body: Buffer, entry: SentBatch): Promise<void> {
    const { urls, token, isEnded } = this.#options;
    while (!isEnded()) {
      const answer = await ask(`${this.#random.pick(urls)}/ingest/v1/batch`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-encoding': 'zstd',
          date: new Date().toUTCString(),
        },
        body,
        withinMs: ANSWER_WITHIN_MS,
      });
      if (answer?.status === 200) {
        const ack = Ack.parse(JSON.parse(answer.text));
        if (ack.seq !== entry.seq) entry.refusal = `acknowledged as ${ack.seq}`;
        entry.ackedMs = Date.now();
        this.#isListingNeeded ||= ack.isResyncNeeded;
        return;
      }
      if (answer && !isTemporary(answer)) {
        entry.refusal = `${answer.status} ${answer.text.slice(0, 200)}`;
        return;
      }
      await delay(RETRY_MS);
    }
  }

  #addPod(): void {
    const no = this.#nextPod++;
    this.#pods.set(no, {
      record: FLEET.podRecord(this.#options.cluster, no, this.#startedAt),
      isFailing: false,
    });
  }

  /** Changes the cluster a little. Returns the pod that was deleted. */
  #change(at: Date): InventoryPart['deletes'] {
    const random = this.#random;
    const [flips, adds, removes] = [random.chance(0.25), random.chance(0.1), random.chance(0.1)];
    const numbers = [...this.#pods.keys()];
    const flipped = this.#pods.get(random.pick(numbers.slice(1)));
    if (flips && flipped) flipped.isFailing = !flipped.isFailing;
    if (adds && this.#pods.size < MAX_PODS) this.#addPod();
    const removable = numbers.slice(STEADY_PODS);
    if (!removes || removable.length === 0) return [];
    const no = random.pick(removable);
    const { uid } = this.#pods.get(no)?.record ?? { uid: '' };
    this.#pods.delete(no);
    return [{ kind: 'pod', uid, deletedAt: at.toISOString() }];
  }

  #batch(at: Date, eventUid: string, deletes: InventoryPart['deletes']): Batch {
    const { cluster } = this.#options;
    const pods = [...this.#pods.values()];
    const records = pods.map((pod, index) => withState(pod, index === 0 ? this.#seq : 0));
    const nodes = Array.from({ length: Math.ceil(MAX_PODS / PODS_PER_NODE) }, (_, node) =>
      nodeRecord(cluster, node, this.#startedAt),
    );
    const listing = (kind: 'node' | 'pod') => ({ kind, id: `${kind}-${this.#seq}`, chunk: 0, isLast: true });
    const inventory: InventoryPart[] = this.#isListingNeeded
      ? [
          { listing: listing('node'), upserts: nodes, deletes: [] },
          { listing: listing('pod'), upserts: records, deletes: [] },
        ]
      : [{ listing: null, upserts: records, deletes }];
    this.#isListingNeeded = false;
    return {
      schema: 1,
      agent: { id: `agent-${cluster}`, role: 'cluster', version: '0.0.0' },
      seq: this.#seq,
      sentAt: at.toISOString(),
      cluster: { kubernetesVersion: 'v1.33.1', platform: 'onprem', isApiReachable: true, apiLatencyMs: 5 },
      inventory,
      events: [this.#event(at, eventUid)],
      samples: [
        {
          ts: at.toISOString(),
          pod: { uid: pods.map(({ record }) => record.uid), procCnt: pods.map(() => this.#seq) },
        },
      ],
      problems: [],
    };
  }

  #event(at: Date, uid: string): NonNullable<Batch['events']>[number] {
    const { record } = this.#pods.get(0) ?? {};
    return {
      uid,
      type: 'Normal',
      reason: 'Pulled',
      message: `batch ${this.#seq}`,
      count: 1,
      firstAt: at.toISOString(),
      lastAt: at.toISOString(),
      object: {
        kind: 'Pod',
        namespace: record?.namespace ?? null,
        name: this.markerName,
        uid: record?.uid ?? null,
        container: null,
      },
      source: null,
    };
  }
}

const PULL_FAILING = {
  kind: 'waiting',
  reason: 'ImagePullBackOff',
  message: null,
  exitCode: null,
  signal: null,
  startedAt: null,
  finishedAt: null,
} as const;

function withState({ record, isFailing }: Pod, restartCnt: number): PodRecord {
  const containers = record.containers.map((container, index) => ({
    ...container,
    restartCnt: index === 0 ? restartCnt : 0,
    ...(isFailing ? { isReady: false, state: PULL_FAILING } : {}),
  }));
  return { ...record, containers };
}
