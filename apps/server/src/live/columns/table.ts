import type { Life } from '../list-types.ts';
import { FlagStore, IntStore, NumberOrNullStore, NumberStore, type Slots } from './stores.ts';

export const NO_SLOT = -1;
const FIRST_CAPACITY = 64;

/** Objects of one kind in reusable slots. Each slot is in the linked list of its cluster. */
export class Table {
  readonly ids = new IntStore();
  /** Index of the object's cluster. */
  readonly cluster = new IntStore(NO_SLOT);
  readonly isMonitored = new FlagStore();
  readonly createdAtMs = new NumberOrNullStore();
  readonly firstSeenAtMs = new NumberStore();
  readonly lastSeenAtMs = new NumberStore();
  readonly deletedAtMs = new NumberOrNullStore();
  /** Time of the newest sample. */
  readonly dataAtMs = new NumberOrNullStore();
  readonly warningCnt = new IntStore();
  readonly criticalCnt = new IntStore();
  readonly #next = new IntStore(NO_SLOT);
  readonly #previous = new IntStore(NO_SLOT);
  readonly #stores: Slots[] = [];
  readonly #slots = new Map<number, number>();
  readonly #free: number[] = [];
  readonly #heads: number[] = [];
  readonly #aliveCnts: number[] = [];
  readonly #versions: number[] = [];
  #capacity = 0;
  #end = 0;

  constructor() {
    this.keep(
      this.ids,
      this.cluster,
      this.isMonitored,
      this.createdAtMs,
      this.firstSeenAtMs,
      this.lastSeenAtMs,
    );
    this.keep(this.deletedAtMs, this.dataAtMs, this.warningCnt, this.criticalCnt, this.#next, this.#previous);
  }

  /** Adds columns with the same slots. */
  keep(...stores: readonly Slots[]): void {
    for (const store of stores) {
      store.grow(this.#capacity);
      this.#stores.push(store);
    }
  }

  get size(): number {
    return this.#slots.size;
  }

  /** All slots in use are below this one. Free slots have no id. */
  get end(): number {
    return this.#end;
  }

  slotOf(id: number): number {
    return this.#slots.get(id) ?? NO_SLOT;
  }

  /** Returns the slot of the object, a new one if it has none. */
  place(id: number, cluster: number, life: Life): number {
    const known = this.slotOf(id);
    const slot = known === NO_SLOT ? this.#add(id) : known;
    this.#countAlive(slot, -1);
    this.#noteChange(this.cluster.get(slot));
    if (this.cluster.get(slot) !== cluster) {
      this.#unchain(slot);
      this.#chain(slot, cluster);
    }
    this.isMonitored.set(slot, life.isMonitored);
    this.createdAtMs.set(slot, life.createdAtMs);
    this.firstSeenAtMs.set(slot, life.firstSeenAtMs);
    this.lastSeenAtMs.set(slot, life.lastSeenAtMs);
    this.deletedAtMs.set(slot, life.deletedAtMs);
    this.#countAlive(slot, 1);
    this.#noteChange(cluster);
    return slot;
  }

  remove(slot: number): void {
    this.#countAlive(slot, -1);
    this.#noteChange(this.cluster.get(slot));
    this.#unchain(slot);
    this.#slots.delete(this.ids.get(slot));
    for (const store of this.#stores) store.clear(slot);
    this.#free.push(slot);
  }

  isAlive(slot: number): boolean {
    return Number.isNaN(this.deletedAtMs.at(slot));
  }

  /** Number of existing objects of a cluster. */
  aliveCnt(cluster: number): number {
    return this.#aliveCnts[cluster] ?? 0;
  }

  /** Increases whenever an object of the cluster is added, removed or written again. */
  versionOf(cluster: number): number {
    return this.#versions[cluster] ?? 0;
  }

  /** The slots of one cluster. For loops over many objects `first` and `next` are faster. */
  *slots(cluster: number): Generator<number, void, undefined> {
    for (let slot = this.first(cluster); slot !== NO_SLOT; slot = this.next(slot)) yield slot;
  }

  /** Slots of one cluster: `for (let s = first(c); s !== NO_SLOT; s = next(s))`. */
  first(cluster: number): number {
    return this.#heads[cluster] ?? NO_SLOT;
  }

  next(slot: number): number {
    return this.#next.get(slot);
  }

  #add(id: number): number {
    const slot = this.#free.pop() ?? this.#end++;
    if (slot >= this.#capacity) {
      this.#capacity = Math.max(FIRST_CAPACITY, Math.ceil(this.#capacity * 1.5));
      for (const store of this.#stores) store.grow(this.#capacity);
    }
    this.ids.set(slot, id);
    this.#slots.set(id, slot);
    return slot;
  }

  #noteChange(cluster: number): void {
    if (cluster !== NO_SLOT) this.#versions[cluster] = this.versionOf(cluster) + 1;
  }

  /** An object without a cluster is not counted. */
  #countAlive(slot: number, by: 1 | -1): void {
    const cluster = this.cluster.get(slot);
    if (cluster === NO_SLOT || !this.isAlive(slot)) return;
    this.#aliveCnts[cluster] = this.aliveCnt(cluster) + by;
  }

  #chain(slot: number, cluster: number): void {
    const head = this.first(cluster);
    this.#next.set(slot, head);
    this.#previous.set(slot, NO_SLOT);
    if (head !== NO_SLOT) this.#previous.set(head, slot);
    this.#heads[cluster] = slot;
    this.cluster.set(slot, cluster);
  }

  #unchain(slot: number): void {
    const cluster = this.cluster.get(slot);
    if (cluster === NO_SLOT) return;
    const next = this.#next.get(slot);
    const previous = this.#previous.get(slot);
    if (previous === NO_SLOT) this.#heads[cluster] = next;
    else this.#next.set(previous, next);
    if (next !== NO_SLOT) this.#previous.set(next, previous);
    this.cluster.set(slot, NO_SLOT);
  }
}
