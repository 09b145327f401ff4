import { volumeNameOf } from '../core/identifiers.ts';
import { hashText, Random } from '../core/random.ts';
import type { Timeline } from '../core/timeline.ts';
import type { Flavour } from '../flavours/flavour.ts';
import type { PersistentVolumeClaimRecord, PersistentVolumeRecord } from '../kinds/object/records.ts';
import { ContainerLoads } from '../metrics/load-changes.ts';
import { Ledger } from '../metrics/pod-load.ts';
import { EventRecorder } from './event-recorder.ts';
import { Faults } from './faults.ts';
import { Indexes } from './indexes.ts';
import { createStore, type Store } from './store.ts';

export interface ClusterSpec {
  readonly name: string;
  readonly flavour: Flavour;
  readonly pods: number;
  readonly seed: number;
  readonly historyLimit: number;
  readonly hasUnreadFields: boolean;
}

/** The actions of scenarios on a cluster's API server. */
export interface ApiServerSwitch {
  /** Cuts every connection and refuses new ones until opened again. */
  shut(): void;
  open(): void;
  endWatches(): void;
}

/** More than a cluster creates in most seconds. */
const IDS_PER_SEC = 16;
const NO_API_SERVER: ApiServerSwitch = { shut() {}, open() {}, endWatches() {} };

/** One simulated cluster: its objects, its time, its faults and its load. */
export class Cluster {
  readonly spec: ClusterSpec;
  readonly seed: number;
  readonly timeline: Timeline;
  readonly store: Store;
  readonly indexes: Indexes;
  readonly faults = new Faults();
  readonly loads = new ContainerLoads();
  readonly ledger = new Ledger();
  readonly events: EventRecorder;
  /** For choices of controllers: names, delays, nodes. */
  readonly random: Random;
  apiServer: ApiServerSwitch = NO_API_SERVER;
  readonly #beganSec: number;
  #lastId = 0;

  constructor(spec: ClusterSpec, timeline: Timeline) {
    this.spec = spec;
    this.seed = hashText(spec.seed, spec.name);
    this.timeline = timeline;
    this.#beganSec = timeline.nowSec();
    this.random = new Random(this.seed ^ 0x5ca1ab1e);
    this.store = createStore(100_000 + (this.seed % 900_000), spec.historyLimit);
    this.indexes = new Indexes(this.store);
    this.events = new EventRecorder(this);
  }

  get name(): string {
    return this.spec.name;
  }

  /**
   * Ids grow with time. After a restart the cluster repeats its past without the scenarios that a user had started:
   * an object of another second must not get the uid of one of theirs.
   */
  nextId(): number {
    const elapsedSec = Math.floor(this.timeline.nowSec() - this.#beganSec);
    this.#lastId = Math.max(this.#lastId + 1, elapsedSec * IDS_PER_SEC);
    return this.#lastId;
  }

  /** The initial fields of every new object. */
  creationFields(): { id: number; rv: number; createdSec: number } {
    return { id: this.nextId(), rv: 0, createdSec: this.timeline.nowSec() };
  }

  /** The volume that the provisioner makes for a claim. */
  volumeFor(
    claim: Pick<PersistentVolumeClaimRecord, 'namespace' | 'name' | 'id' | 'bytes'>,
  ): PersistentVolumeRecord {
    const { flavour } = this.spec;
    const name = volumeNameOf(this.seed, claim.id);
    return {
      ...this.creationFields(),
      namespace: '',
      name,
      bytes: claim.bytes,
      storageClass: flavour.storageClass,
      reclaimPolicy: 'Delete',
      phase: 'Bound',
      message: '',
      claim: { namespace: claim.namespace, name: claim.name, id: claim.id },
      driver: flavour.provisioner,
    };
  }
}
