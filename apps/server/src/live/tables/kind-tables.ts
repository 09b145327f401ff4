import type { Fields, StateOf } from '@gwanje/kinds/definition/fields';
import type { Kind } from '@gwanje/kinds/definition/kind';
import { kinds, type LiveKind, type MetricScope } from '@gwanje/kinds/registry';
import type { MetricName } from '@gwanje/kinds/state/states';
import {
  ChoiceStore,
  FlagOrNullStore,
  FlagStore,
  IntStore,
  NumberOrNullStore,
  NumberStore,
  type Slots,
  type Stores,
  TextOrNullStore,
  TextStore,
} from '../columns/stores.ts';
import type { StringTable } from '../columns/string-table.ts';
import { NO_SLOT, Table } from '../columns/table.ts';

interface StoreOf<Choice extends string> {
  readonly text: TextStore;
  readonly textOrNull: TextOrNullStore;
  readonly choice: ChoiceStore<Choice>;
  readonly number: NumberStore;
  readonly numberOrNull: NumberOrNullStore;
  readonly flag: FlagStore;
  readonly flagOrNull: FlagOrNullStore;
}
type FieldStores<F extends Fields> = {
  readonly [Key in keyof F]: StoreOf<StateOf<F>[Key] & string>[F[Key]['store']];
};
type FieldsOf<Key extends LiveKind> = (typeof kinds)[Key]['fields'];
type MetricStores<Key extends LiveKind> = Key extends MetricScope
  ? Readonly<Record<MetricName<Key>, NumberOrNullStore>>
  : Readonly<Record<never, never>>;

function storeOf({ store, choices = [] }: Fields[string], strings: StringTable): Slots {
  switch (store) {
    case 'text':
      return new TextStore(strings);
    case 'textOrNull':
      return new TextOrNullStore(strings);
    case 'choice':
      return new ChoiceStore(choices);
    case 'number':
      return new NumberStore();
    case 'numberOrNull':
      return new NumberOrNullStore();
    case 'flag':
      return new FlagStore();
    case 'flagOrNull':
      return new FlagOrNullStore();
  }
}

/** The objects of one kind, with one store per state field and per metric. */
export class KindTable<Key extends LiveKind> extends Table {
  readonly state: FieldStores<FieldsOf<Key>>;
  readonly metrics: MetricStores<Key>;

  constructor(key: Key, strings: StringTable) {
    super();
    const { fields = {}, metrics = {} }: Kind = kinds[key];
    const state = Object.entries(fields).map(([name, field]) => [name, storeOf(field, strings)] as const);
    const measured = Object.keys(metrics).map((name) => [name, new NumberOrNullStore()] as const);
    this.keep(...state.map(([, store]) => store), ...measured.map(([, store]) => store));
    // Each field has the store that its definition names. Each metric has a number store.
    this.state = Object.fromEntries(state) as unknown as FieldStores<FieldsOf<Key>>;
    this.metrics = Object.fromEntries(measured) as MetricStores<Key>;
  }
}

export class NodeTable extends KindTable<'node'> {
  readonly #byName = new Map<number, number>();

  constructor(strings: StringTable) {
    super('node', strings);
  }

  /** Call it after the state was written. A name maps to an existing node before a deleted one. */
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

export class PodTable extends KindTable<'pod'> {
  readonly nodeId = new IntStore();
  /** Slot in the node table; none until the node is known. */
  readonly nodeSlot = new IntStore(NO_SLOT);
  /** Slot of its first container in the container table. */
  readonly firstContainer = new IntStore(NO_SLOT);

  constructor(strings: StringTable) {
    super('pod', strings);
    this.keep(this.nodeId, this.nodeSlot, this.firstContainer);
  }
}

export class ContainerTable extends KindTable<'container'> {
  readonly podSlot = new IntStore(NO_SLOT);
  readonly nextOfPod = new IntStore(NO_SLOT);

  constructor(strings: StringTable) {
    super('container', strings);
    this.keep(this.podSlot, this.nextOfPod);
  }
}

export class ClaimTable extends KindTable<'claim'> {
  /** Infinity: the usage does not grow. NaN: there is no forecast yet. */
  readonly daysUntilFull = new NumberOrNullStore();

  constructor(strings: StringTable) {
    super('claim', strings);
    this.keep(this.daysUntilFull);
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
