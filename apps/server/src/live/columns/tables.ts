import {
  claimPhases,
  containerStates,
  containerTypes,
  nodeConditions,
  podPhases,
  volumePhases,
} from '@gwanje/contract/states';
import type { ClaimState } from '@gwanje/kinds/claim/fields';
import type { ContainerState } from '@gwanje/kinds/container/fields';
import { type MetricName, metricNames } from '@gwanje/kinds/metrics';
import type { NamespaceState } from '@gwanje/kinds/namespace/fields';
import type { NodeState } from '@gwanje/kinds/node/fields';
import type { PodState } from '@gwanje/kinds/pod/fields';
import type { MetricScope } from '@gwanje/kinds/registry';
import type { VolumeState } from '@gwanje/kinds/volume/fields';
import {
  ChoiceStore,
  FlagStore,
  IntStore,
  NumberOrNullStore,
  NumberStore,
  type Stores,
  TextOrNullStore,
  TextStore,
} from './stores.ts';
import type { StringTable } from './string-table.ts';
import { NO_SLOT, Table } from './table.ts';

type MetricStores<Scope extends MetricScope> = Readonly<Record<MetricName<Scope>, NumberOrNullStore>>;
type PodOwnState = Omit<PodState, 'containers'>;

function metricStores<Scope extends MetricScope>(table: Table, scope: Scope): MetricStores<Scope> {
  const stores = Object.fromEntries(metricNames(scope).map((name) => [name, new NumberOrNullStore()]));
  table.keep(...Object.values(stores));
  return stores as MetricStores<Scope>;
}

export class NodeTable extends Table {
  readonly state;
  readonly metrics = metricStores(this, 'node');
  readonly #byName = new Map<number, number>();

  constructor(strings: StringTable) {
    super();
    this.state = {
      name: new TextStore(strings),
      condition: new ChoiceStore(nodeConditions),
      isSchedulable: new FlagStore(),
      roles: new TextStore(strings),
      kubeletVersion: new TextStore(strings),
      internalIp: new TextOrNullStore(strings),
      pool: new TextOrNullStore(strings),
      zone: new TextOrNullStore(strings),
      region: new TextOrNullStore(strings),
      instanceType: new TextOrNullStore(strings),
      podCapacity: new NumberStore(),
      cpuCapacityCores: new NumberStore(),
      cpuAllocatableCores: new NumberStore(),
      memCapacityBytes: new NumberStore(),
      memAllocatableBytes: new NumberStore(),
      troubles: new TextStore(strings),
      isVirtual: new FlagStore(),
    } satisfies Stores<NodeState>;
    this.keep(...Object.values(this.state));
  }

  /** After its state was written: names a node once, one that is there before one that is gone. */
  index(slot: number): void {
    const key = this.#keyOf(this.cluster.get(slot), this.state.name.at(slot));
    const known = this.#byName.get(key);
    if (known === undefined || this.isAlive(slot)) this.#byName.set(key, slot);
  }

  unindex(slot: number): void {
    const key = this.#keyOf(this.cluster.get(slot), this.state.name.at(slot));
    if (this.#byName.get(key) === slot) this.#byName.delete(key);
  }

  slotByName(cluster: number, nameRef: number): number {
    return this.#byName.get(this.#keyOf(cluster, nameRef)) ?? NO_SLOT;
  }

  #keyOf(cluster: number, nameRef: number): number {
    return cluster * 2 ** 31 + nameRef;
  }
}

export class PodTable extends Table {
  readonly state;
  readonly metrics = metricStores(this, 'pod');
  readonly nodeId = new IntStore();
  /** Of the node table; none until the node is there. */
  readonly nodeSlot = new IntStore(NO_SLOT);
  /** Of the container table: the first of the pod's. */
  readonly firstContainer = new IntStore(NO_SLOT);

  constructor(strings: StringTable) {
    super();
    this.state = {
      name: new TextStore(strings),
      namespace: new TextStore(strings),
      nodeName: new TextOrNullStore(strings),
      ownerKind: new TextOrNullStore(strings),
      ownerName: new TextOrNullStore(strings),
      phase: new ChoiceStore(podPhases),
      status: new TextStore(strings),
      readyCnt: new NumberStore(),
      containerCnt: new NumberStore(),
      restartCnt: new NumberStore(),
      cpuRequestCores: new NumberStore(),
      cpuLimitCores: new NumberStore(),
      memRequestBytes: new NumberStore(),
      memLimitBytes: new NumberStore(),
      qosClass: new TextOrNullStore(strings),
      podIp: new TextOrNullStore(strings),
      isHostNetwork: new FlagStore(),
      startedAtMs: new NumberOrNullStore(),
      oomKilledAtMs: new NumberOrNullStore(),
    } satisfies Stores<PodOwnState>;
    this.keep(...Object.values(this.state), this.nodeId, this.nodeSlot, this.firstContainer);
  }
}

export class ContainerTable extends Table {
  readonly state;
  readonly metrics = metricStores(this, 'container');
  readonly podSlot = new IntStore(NO_SLOT);
  readonly nextOfPod = new IntStore(NO_SLOT);

  constructor(strings: StringTable) {
    super();
    this.state = {
      name: new TextStore(strings),
      type: new ChoiceStore(containerTypes),
      image: new TextStore(strings),
      state: new ChoiceStore(containerStates),
      stateReason: new TextOrNullStore(strings),
      exitCode: new NumberOrNullStore(),
      isReady: new FlagStore(),
      restartCnt: new NumberStore(),
      cpuRequestCores: new NumberStore(),
      cpuLimitCores: new NumberStore(),
      memRequestBytes: new NumberStore(),
      memLimitBytes: new NumberStore(),
      startedAtMs: new NumberOrNullStore(),
    } satisfies Stores<ContainerState>;
    this.keep(...Object.values(this.state), this.podSlot, this.nextOfPod);
  }
}

export class VolumeTable extends Table {
  readonly state;

  constructor(strings: StringTable) {
    super();
    this.state = {
      name: new TextStore(strings),
      phase: new ChoiceStore(volumePhases),
      reason: new TextOrNullStore(strings),
      storageClass: new TextOrNullStore(strings),
      accessModes: new TextStore(strings),
      reclaimPolicy: new TextOrNullStore(strings),
      driver: new TextOrNullStore(strings),
      capacityBytes: new NumberStore(),
      claimNamespace: new TextOrNullStore(strings),
      claimName: new TextOrNullStore(strings),
    } satisfies Stores<VolumeState>;
    this.keep(...Object.values(this.state));
  }
}

export class ClaimTable extends Table {
  readonly state;
  readonly metrics = metricStores(this, 'claim');
  readonly daysUntilFull = new NumberOrNullStore();

  constructor(strings: StringTable) {
    super();
    this.state = {
      name: new TextStore(strings),
      namespace: new TextStore(strings),
      phase: new ChoiceStore(claimPhases),
      storageClass: new TextOrNullStore(strings),
      accessModes: new TextStore(strings),
      requestedBytes: new NumberStore(),
      capacityBytes: new NumberStore(),
      volumeName: new TextOrNullStore(strings),
    } satisfies Stores<ClaimState>;
    this.keep(...Object.values(this.state), this.daysUntilFull);
  }
}

export class NamespaceTable extends Table {
  readonly state;

  constructor(strings: StringTable) {
    super();
    this.state = {
      name: new TextStore(strings),
      phase: new TextStore(strings),
    } satisfies Stores<NamespaceState>;
    this.keep(...Object.values(this.state));
  }
}

export function writeState<State>(stores: Stores<State>, slot: number, state: State): void {
  for (const key in stores) stores[key].set(slot, state[key]);
}

export function readState<State>(stores: Stores<State>, slot: number): State {
  const state: Partial<State> = {};
  for (const key in stores) state[key] = stores[key].get(slot);
  // Every key of the state has a store.
  return state as State;
}
