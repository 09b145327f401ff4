import type { GroupBy, ObjectType } from '@gwanje/contract/dashboard-options';
import type { Cluster } from './clusters.ts';
import { radixSort } from './radix-sort.ts';
import { upTo } from './slots.ts';
import { NO_TEXT } from './string-table.ts';
import { NO_SLOT } from './table.ts';
import type { World } from './world.ts';

type TileKind = Exclude<ObjectType, 'cluster'>;

/** A number the same for all slots of a group; below zero for those that belong to none. */
type KeyOf = (slot: number) => number;

interface Described {
  readonly id: number | null;
  readonly clusterIndex: number;
  readonly namespaceRef: number;
  readonly nameRef: number;
}

interface Grouping {
  /** All keys are below. */
  readonly end: number;
  readonly keyOf: KeyOf;
  readonly describe: (slot: number) => Described;
}

interface Group {
  readonly id: number | null;
  readonly name: string;
  readonly cnt: number;
}

const NO_GROUP = -1;
const NOWHERE: Described = { id: null, clusterIndex: NO_SLOT, namespaceRef: NO_TEXT, nameRef: NO_TEXT };

/** Which tile is in which group; the groups by cluster, namespace and name, those that belong to none last. */
export class Groups {
  readonly #world: World;
  readonly #grouping: Grouping;
  /** Names of nodes and namespaces are known in several clusters: then the cluster's goes before. */
  readonly #hasSeveralClusters: boolean;
  /** By key + 1: the number of its group + 1. */
  readonly #numbers: Int32Array;
  readonly #described: Described[] = [];
  readonly #cnts: number[] = [];
  /** By tile: the group in the order in which they were met. */
  readonly #members: Uint32Array;
  /** By that number: the group's place in the list. */
  #places = new Uint32Array(0);
  #order = new Uint32Array(0);

  constructor(world: World, kind: TileKind, groupBy: GroupBy, clusters: readonly Cluster[], tileCnt: number) {
    this.#world = world;
    this.#grouping = groupingOf(world, kind, groupBy);
    this.#numbers = new Int32Array(this.#grouping.end + 1);
    this.#hasSeveralClusters = clusters.length > 1;
    this.#members = new Uint32Array(tileCnt);
  }

  put(tile: number, slot: number): void {
    const key = this.#grouping.keyOf(slot);
    let number = (this.#numbers[key + 1] ?? 0) - 1;
    if (number < 0) {
      number = this.#described.length;
      this.#numbers[key + 1] = number + 1;
      this.#described.push(key === NO_GROUP ? NOWHERE : this.#grouping.describe(slot));
      this.#cnts.push(0);
    }
    this.#members[tile] = number;
    this.#cnts[number] = (this.#cnts[number] ?? 0) + 1;
  }

  /** The tiles by group; inside a group as they were. */
  inOrder(tiles: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
    this.#sortGroups();
    if (this.#order.length <= 1) return tiles;
    const places = new Float64Array(this.#members.length);
    for (let tile = 0; tile < places.length; tile++) places[tile] = this.placeOf(tile);
    return radixSort(tiles, places);
  }

  placeOf(tile: number): number {
    return this.#places[this.#members[tile] ?? 0] ?? 0;
  }

  list(): Group[] {
    return Array.from(this.#order, (number) => {
      const described = this.#described[number] ?? NOWHERE;
      return { id: described.id, name: this.#nameOf(described), cnt: this.#cnts[number] ?? 0 };
    });
  }

  #sortGroups(): void {
    const { ranks, clusters } = this.#world;
    const ranksByRef = ranks.ranks();
    const keyed = (refOf: (described: Described) => number) => {
      const keys = new Float64Array(this.#described.length);
      for (const [at, described] of this.#described.entries()) {
        keys[at] = described === NOWHERE ? Number.POSITIVE_INFINITY : (ranksByRef[refOf(described)] ?? 0);
      }
      return keys;
    };
    let order = upTo(this.#described.length);
    for (const refOf of [
      ({ nameRef }: Described) => nameRef,
      ({ namespaceRef }: Described) => namespaceRef,
      ({ clusterIndex }: Described) => clusters.at(clusterIndex)?.nameRef ?? NO_TEXT,
    ]) {
      order = radixSort(order, keyed(refOf));
    }
    this.#order = order;
    this.#places = new Uint32Array(order.length);
    for (let place = 0; place < order.length; place++) this.#places[order[place] ?? 0] = place;
  }

  #nameOf({ clusterIndex, namespaceRef, nameRef }: Described): string {
    if (nameRef === NO_TEXT) return '';
    const { strings, clusters } = this.#world;
    const cluster = clusters.at(clusterIndex);
    const isCluster = cluster !== undefined && cluster.nameRef === nameRef;
    const parts = [strings.text(nameRef)];
    if (namespaceRef !== NO_TEXT) parts.unshift(strings.text(namespaceRef));
    if (this.#hasSeveralClusters && cluster !== undefined && !isCluster) parts.unshift(cluster.name);
    return parts.join('/');
  }
}

function groupingOf(world: World, kind: TileKind, groupBy: GroupBy): Grouping {
  const { node, pod, container } = world;
  const podSlotOf: KeyOf = kind === 'container' ? (slot) => container.podSlot.get(slot) : (slot) => slot;
  switch (groupBy) {
    case 'none':
      return { end: 0, keyOf: () => NO_GROUP, describe: () => NOWHERE };
    case 'cluster':
      return byCluster(world, kind);
    case 'pod':
      return {
        end: pod.end,
        keyOf: podSlotOf,
        describe: (slot) => describePod(world, podSlotOf(slot)),
      };
    case 'node':
      return {
        end: node.end,
        keyOf: (slot) => pod.nodeSlot.get(podSlotOf(slot)),
        describe: (slot) => describeNode(world, pod.nodeSlot.get(podSlotOf(slot))),
      };
    case 'namespace':
      return byNamespace(world, podSlotOf);
  }
}

function byCluster(world: World, kind: TileKind): Grouping {
  const { cluster } = world[kind];
  return {
    end: world.clusters.end,
    keyOf: (slot) => cluster.get(slot),
    describe: (slot) => {
      const clusterIndex = cluster.get(slot);
      const entry = world.clusters.at(clusterIndex);
      return {
        id: entry?.hostId ?? null,
        clusterIndex,
        namespaceRef: NO_TEXT,
        nameRef: entry?.nameRef ?? NO_TEXT,
      };
    },
  };
}

/** Namespaces of pods, numbered as they are met: one a cluster and name. */
function byNamespace(world: World, podSlotOf: KeyOf): Grouping {
  const { pod, namespace, clusters } = world;
  const numbers = new Map<number, number>();
  const numberOf = (clusterIndex: number, ref: number) => {
    const key = ref * clusters.end + clusterIndex;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  const byPodSlot = new Int32Array(pod.end);
  for (let slot = 0; slot < pod.end; slot++) {
    byPodSlot[slot] = numberOf(pod.cluster.get(slot), pod.state.namespace.at(slot));
  }
  const ids = new Map<number, number>();
  for (let slot = 0; slot < namespace.end; slot++) {
    if (namespace.ids.get(slot) === 0 || !namespace.isAlive(slot)) continue;
    const number = numberOf(namespace.cluster.get(slot), namespace.state.name.at(slot));
    ids.set(number, namespace.ids.get(slot));
  }
  const keyOf: KeyOf = (slot) => byPodSlot[podSlotOf(slot)] ?? NO_GROUP;
  return {
    end: numbers.size,
    keyOf,
    describe: (slot) => ({
      id: ids.get(keyOf(slot)) ?? null,
      clusterIndex: pod.cluster.get(podSlotOf(slot)),
      namespaceRef: NO_TEXT,
      nameRef: pod.state.namespace.at(podSlotOf(slot)),
    }),
  };
}

function describePod({ pod }: World, slot: number): Described {
  return {
    id: pod.ids.get(slot),
    clusterIndex: pod.cluster.get(slot),
    namespaceRef: pod.state.namespace.at(slot),
    nameRef: pod.state.name.at(slot),
  };
}

function describeNode({ node }: World, slot: number): Described {
  return {
    id: node.ids.get(slot),
    clusterIndex: node.cluster.get(slot),
    namespaceRef: NO_TEXT,
    nameRef: node.state.name.at(slot),
  };
}
