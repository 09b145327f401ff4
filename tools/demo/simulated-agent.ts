import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { BATCH_SCHEMA, type Batch, type ClusterFacts } from '@gwanje/kinds/batch';
import { joinedParts } from '@gwanje/kinds/registry';
import { InventoryCollector } from '../../apps/agent/src/inventory/collector.ts';
import { eventSink } from '../../apps/agent/src/inventory/events.ts';
import { EVENTS_PATH, pathOf, pathOfPart, watchedKinds } from '../../apps/agent/src/inventory/kinds.ts';
import type { Sink } from '../../apps/agent/src/kubernetes/follow.ts';
import { VERSION } from '../../apps/agent/src/settings.ts';
import type { Resource } from '../simulator/src/kinds/object/records.ts';
import { isResource } from '../simulator/src/kinds/registry.ts';
import type { Cluster } from '../simulator/src/world/cluster.ts';
import { BatchContent, type Content } from './batch-content.ts';
import { ClusterChanges } from './cluster-changes.ts';
import { ClusterSamples, type SampleChoice } from './cluster-samples.ts';
import { SimulatedManifests } from './simulated-manifests.ts';

const compress = promisify(zstdCompress);
const FASTEST_COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Limits of one batch: large enough that the server commits rarely, small enough to need little memory. */
const MAX_STEPS = 12;
const MAX_ROWS = 20_000;
const MAX_CHANGES = 200;
/** Unacknowledged batches. With more, `step` waits. */
const MAX_WAITING = 40;
/** Samples identify these objects by name: their samples must be stored before the objects are deleted. */
const NAMED_BY_SAMPLES: ReadonlySet<Resource> = new Set(['nodes', 'persistentvolumeclaims']);

export interface SimulatedAgentOptions {
  readonly cluster: Cluster;
  readonly agentId: string;
  /** An agent of nodes sends samples only. Default: `cluster`. */
  readonly role?: Batch['agent']['role'];
  /** The samples that it sends. Default: all. */
  readonly samples?: SampleChoice;
  /** The version that the next batch names. Default: the agent's own. */
  readonly version?: () => string;
  /** Default: it sends none. A past of weeks has too many of them. */
  readonly sendsManifests?: boolean;
  /** Resolves when the server has stored the batch. */
  readonly post: (seq: number, body: Buffer) => Promise<void>;
}

/**
 * Sends the batches of a simulated cluster's agent from this process: at each step all changes since the
 * previous step, and one sample of every object. Steps of the past share batches.
 */
export class SimulatedAgent {
  readonly #options: SimulatedAgentOptions;
  /** Absent in an agent of nodes. */
  readonly #changes: ClusterChanges | undefined;
  readonly #samples: ClusterSamples;
  readonly #sinks = new Map<string, Sink>();
  readonly #collector: InventoryCollector;
  #content = new BatchContent();
  #stepCnt = 0;
  #stepMs = 0;
  #changeMs = 0;
  #waiting: Promise<void>[] = [];
  #isApiReachable = true;
  lastSeq = 0;
  /** The server has stored the steps until this time. */
  storedMs = 0;

  constructor(options: SimulatedAgentOptions) {
    const { cluster, role = 'cluster' } = options;
    this.#options = options;
    this.#changes = role === 'cluster' ? new ClusterChanges(cluster) : undefined;
    this.#samples = new ClusterSamples(cluster, options.samples);
    cluster.apiServer = {
      shut: () => {
        this.#isApiReachable = false;
      },
      open: () => {
        this.#isApiReachable = true;
      },
      endWatches() {},
    };
    const now = () => new Date(this.#changeMs);
    const manifests = new SimulatedManifests(now, (manifest) => this.#content.manifest(manifest));
    const collector = new InventoryCollector({
      out: {
        addListed: () => this.#content.addListed(),
        upsert: (record) => this.#content.upsert(record),
        remove: (kind, uid, deletedAt) => this.#content.remove(kind, uid, deletedAt),
      },
      now,
      onUnreadable: (_, error) => {
        throw error;
      },
      onRequestDone() {},
      onListed() {},
      manifests: options.sendsManifests ? manifests : undefined,
      onNodes() {},
    });
    for (const kind of watchedKinds) this.#sinks.set(resourceOf(pathOf(kind)), collector.sinkOf(kind));
    for (const part of joinedParts) {
      const sink = collector.partSink(part);
      // The parts arrive as changes. This empty list says that the agent can read them.
      void sink.endListing();
      this.#sinks.set(resourceOf(pathOfPart(part)), sink);
    }
    this.#collector = collector;
    this.#sinks.set(
      resourceOf(EVENTS_PATH),
      eventSink({
        out: (event) => this.#content.event(event),
        onPage: async () => {},
        onUnreadable: (error) => {
          throw error;
        },
        onRequestDone() {},
      }),
    );
  }

  /** Takes the current state of the cluster. If a batch cannot be stored, this or `flush` throws. */
  async step(): Promise<void> {
    const changes = this.#changes?.take() ?? [];
    if (changes.some(({ resource, isDeleted }) => isDeleted && NAMED_BY_SAMPLES.has(resource)))
      await this.#close();
    for (const { resource, isDeleted, atMs, object } of changes) {
      const sink = this.#sinks.get(resource);
      this.#changeMs = atMs;
      if (isDeleted) sink?.remove(object());
      else sink?.upsert(object());
    }
    this.#collector.sendChangedParents();
    for (const part of this.#samples.read()) this.#content.sample(part);
    this.#stepCnt += 1;
    this.#stepMs = this.#options.cluster.timeline.nowMs();
    const { hasChangeDatedByBatch, rowCnt, changeCnt } = this.#content;
    const isFull = this.#stepCnt >= MAX_STEPS || rowCnt >= MAX_ROWS || changeCnt >= MAX_CHANGES;
    if (hasChangeDatedByBatch || isFull) await this.#close();
  }

  /** Resolves when the server has stored all steps. */
  async flush(): Promise<void> {
    await this.#close();
    await Promise.all(this.#waiting.splice(0));
  }

  async #close(): Promise<void> {
    if (this.#stepCnt === 0) return;
    const contents = this.#content.batches();
    this.#content = new BatchContent();
    this.#stepCnt = 0;
    for (const content of contents) await this.#send(content);
  }

  async #send(content: Content): Promise<void> {
    this.lastSeq += 1;
    const seq = this.lastSeq;
    const { agentId, role = 'cluster', version } = this.#options;
    const batch: Batch = {
      schema: BATCH_SCHEMA,
      agent: { id: agentId, role, version: version?.() ?? VERSION },
      seq,
      sentAt: new Date(this.#stepMs).toISOString(),
      ...(role === 'cluster' ? { cluster: this.#facts(), ...content } : { samples: content.samples ?? [] }),
      problems: [],
    };
    const body = await compress(Buffer.from(JSON.stringify(batch)), FASTEST_COMPRESSION);
    const before = this.#waiting.at(-1) ?? Promise.resolve();
    const stepMs = this.#stepMs;
    const sent = before.then(async () => {
      await this.#options.post(seq, body);
      this.storedMs = stepMs;
    });
    // The caller that awaits it gets the error.
    sent.catch(() => {});
    this.#waiting.push(sent);
    if (this.#waiting.length >= MAX_WAITING) await this.#waiting.shift();
  }

  #facts(): ClusterFacts {
    const { kind, version } = this.#options.cluster.spec.flavour;
    return {
      kubernetesVersion: version,
      platform: kind,
      isApiReachable: this.#isApiReachable,
      apiLatencyMs: this.#isApiReachable ? API_LATENCY_MS : null,
    };
  }
}

const API_LATENCY_MS = 4;

/** `/apis/apps/v1/deployments` → `deployments`. */
export function resourceOf(path: string): Resource {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!isResource(name)) throw new Error(`the simulator does not serve ${path}`);
  return name;
}
