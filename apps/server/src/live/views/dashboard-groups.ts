import type { DashboardTable } from '@gwanje/contract/dashboard/dashboard-objects';
import type { GroupBy, ObjectType } from '@gwanje/contract/dashboard/dashboard-options';
import { collectLinks } from '../columns/collect.ts';
import { radixSort } from '../columns/radix-sort.ts';
import { type ReusedInts, reusedInts, reusedPositions } from '../columns/reused-array.ts';
import type { IntStore } from '../columns/stores.ts';
import { NO_TEXT } from '../columns/string-table.ts';
import { NO_SLOT } from '../columns/table.ts';
import { namespaceFinder, workloadFinder } from '../tables/ids-by-name.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { upTo } from '../tables/slots.ts';

type TileKind = Exclude<ObjectType, 'cluster'>;

interface Described {
  readonly id: number | null;
  readonly clusterIndex: number;
  readonly namespaceRef: number;
  readonly nameRef: number;
}

export interface Grouping {
  /** A key per slot, equal within a group and below `end`; negative for slots without a group. */
  readonly keysOf: (slots: Int32Array) => { readonly keys: Int32Array; readonly end: number };
  readonly describe: (slot: number) => Described;
}

const keyBuffer = reusedInts();
const podBuffer = reusedInts();
const numberBuffer = reusedInts();
const nameBuffer = reusedInts();
const memberBuffer = reusedPositions();
const orderBuffer = reusedPositions();

const NO_GROUP = -1;
const NOWHERE: Described = { id: null, clusterIndex: NO_SLOT, namespaceRef: NO_TEXT, nameRef: NO_TEXT };

/**
 * Orders sorted tiles by group: by cluster, namespace and name, "no group" last. A group keeps the order of
 * its tiles.
 */
export function groupTiles(
  tables: LiveTables,
  grouping: Grouping,
  slots: Int32Array,
  tiles: Uint32Array,
  hasSeveralClusters: boolean,
): { readonly order: Uint32Array; readonly groupList: DashboardTable['groupList'] } {
  const { described, cnts, members } = membersOf(grouping, slots);
  const groups = sortedGroups(tables, described);
  const groupList = Array.from(groups, (number) => {
    const group = described[number] ?? NOWHERE;
    return { id: group.id, name: nameOf(tables, group, hasSeveralClusters), cnt: cnts[number] ?? 0 };
  });
  if (groups.length <= 1) return { order: tiles, groupList };
  const starts = new Uint32Array(cnts.length);
  let sum = 0;
  for (const number of groups) {
    starts[number] = sum;
    sum += cnts[number] ?? 0;
  }
  const order = orderBuffer.take(tiles.length);
  for (let at = 0; at < tiles.length; at++) {
    const tile = tiles[at] ?? 0;
    const number = members[tile] ?? 0;
    const to = starts[number] ?? 0;
    order[to] = tile;
    starts[number] = to + 1;
  }
  return { order, groupList };
}

/** Numbers the groups in the order they are found. `members` has the group number of each tile. */
function membersOf(grouping: Grouping, slots: Int32Array) {
  const { keys, end } = grouping.keysOf(slots);
  /** Group number + 1, by key + 1. */
  const numbers = numberBuffer.take(end + 1).fill(0);
  const members = memberBuffer.take(slots.length);
  const described: Described[] = [];
  const cnts: number[] = [];
  for (let tile = 0; tile < slots.length; tile++) {
    const key = Math.max(keys[tile] ?? NO_GROUP, NO_GROUP);
    let number = (numbers[key + 1] ?? 0) - 1;
    if (number < 0) {
      number = cnts.push(0) - 1;
      numbers[key + 1] = number + 1;
      described.push(key === NO_GROUP ? NOWHERE : grouping.describe(slots[tile] ?? 0));
    }
    members[tile] = number;
    cnts[number] = (cnts[number] ?? 0) + 1;
  }
  return { described, cnts, members };
}

function sortedGroups({ ranks, clusters }: LiveTables, groups: readonly Described[]): Uint32Array {
  const ranksByRef = ranks.ranks();
  const order = upTo(groups.length);
  for (const refOf of [
    ({ nameRef }: Described) => nameRef,
    ({ namespaceRef }: Described) => namespaceRef,
    ({ clusterIndex }: Described) => clusters.at(clusterIndex)?.nameRef ?? NO_TEXT,
  ]) {
    const rankOf = (group: Described) =>
      group === NOWHERE ? Number.POSITIVE_INFINITY : (ranksByRef[refOf(group)] ?? 0);
    radixSort(order, Float64Array.from(groups, rankOf));
  }
  return order;
}

/** Nodes and namespaces of different clusters may share a name, so the cluster name is put before it. */
function nameOf(
  { strings, clusters }: LiveTables,
  { clusterIndex, namespaceRef, nameRef }: Described,
  hasSeveralClusters: boolean,
): string {
  if (nameRef === NO_TEXT) return '';
  const cluster = clusters.at(clusterIndex);
  const parts = [strings.text(nameRef)];
  if (namespaceRef !== NO_TEXT) parts.unshift(strings.text(namespaceRef));
  if (hasSeveralClusters && cluster && cluster.nameRef !== nameRef) parts.unshift(cluster.name);
  return parts.join('/');
}

export function groupingOf(tables: LiveTables, kind: TileKind, groupBy: GroupBy): Grouping {
  const { clusters, node, pod, container } = tables;
  const podSlotOf = (slot: number) => (kind === 'container' ? container.podSlot.get(slot) : slot);
  const podSlotsOf = (slots: Int32Array) =>
    kind === 'container' ? linked(slots, container.podSlot, podBuffer) : slots;
  switch (groupBy) {
    case 'none':
      return {
        keysOf: (slots) => ({ keys: keyBuffer.take(slots.length).fill(NO_GROUP), end: 0 }),
        describe: () => NOWHERE,
      };
    case 'cluster': {
      const { cluster } = tables[kind];
      return {
        keysOf: (slots) => ({ keys: linked(slots, cluster, keyBuffer), end: clusters.end }),
        describe(slot) {
          const { hostId: id = null, nameRef = NO_TEXT } = clusters.at(cluster.get(slot)) ?? {};
          return { id, clusterIndex: cluster.get(slot), namespaceRef: NO_TEXT, nameRef };
        },
      };
    }
    case 'pod':
      return {
        keysOf: (slots) => ({ keys: podSlotsOf(slots), end: pod.end }),
        describe: (slot) => describeObject(pod, podSlotOf(slot), pod.state.namespace.at(podSlotOf(slot))),
      };
    case 'node':
      return {
        keysOf: (slots) => ({ keys: linked(podSlotsOf(slots), pod.nodeSlot, keyBuffer), end: node.end }),
        describe: (slot) => describeObject(node, pod.nodeSlot.get(podSlotOf(slot)), NO_TEXT),
      };
    // One group per cluster and name.
    case 'namespace': {
      const idOf = namespaceFinder(tables);
      return {
        keysOf: (slots) => namespaceKeys(tables, podSlotsOf(slots)),
        describe(slot) {
          const clusterIndex = pod.cluster.get(podSlotOf(slot));
          const nameRef = pod.state.namespace.at(podSlotOf(slot));
          const id = idOf(clusterIndex, nameRef);
          return { id, clusterIndex, namespaceRef: NO_TEXT, nameRef };
        },
      };
    }
    // One group per owner of pods. Pods without an owner have no group.
    case 'workload': {
      const idOf = workloadFinder(tables);
      return {
        keysOf: (slots) => workloadKeys(tables, podSlotsOf(slots)),
        describe(slot) {
          const podSlot = podSlotOf(slot);
          const clusterIndex = pod.cluster.get(podSlot);
          const namespaceRef = pod.state.namespace.at(podSlot);
          const nameRef = pod.state.ownerName.at(podSlot);
          const kindRef = pod.state.ownerKind.at(podSlot);
          const id = idOf(clusterIndex, { namespaceRef, kindRef, nameRef });
          return { id, clusterIndex, namespaceRef, nameRef };
        },
      };
    }
  }
}

function linked(slots: Int32Array, links: IntStore, buffer: ReusedInts): Int32Array {
  const targets = buffer.take(slots.length);
  collectLinks(targets, slots, links.values, NO_SLOT);
  return targets;
}

function describeObject(
  { ids, cluster, state }: LiveTables['pod' | 'node'],
  slot: number,
  namespaceRef: number,
): Described {
  const nameRef = state.name.at(slot);
  return { id: ids.get(slot), clusterIndex: cluster.get(slot), namespaceRef, nameRef };
}

/** With more pairs of cluster and name, a table of all pairs takes more memory than a map of those in use. */
const MAX_KEYS = 2 ** 24;

/** A key per cluster and namespace. Names are numbered in the order they are found: a small key range. */
function namespaceKeys({ pod, clusters, strings }: LiveTables, podSlots: Int32Array) {
  const keys = keyBuffer.take(podSlots.length);
  const refOf = pod.state.namespace.values;
  const clusterOf = pod.cluster.values;
  const numbers = nameBuffer.take(strings.end).fill(0);
  const clusterCnt = clusters.end;
  let cnt = 0;
  for (let at = 0; at < podSlots.length; at++) {
    const ref = refOf[podSlots[at] ?? NO_SLOT] ?? NO_TEXT;
    if (numbers[ref] === 0) numbers[ref] = ++cnt;
  }
  const end = (cnt + 1) * clusterCnt;
  const pairs = new Map<number, number>();
  for (let at = 0; at < podSlots.length; at++) {
    const slot = podSlots[at] ?? NO_SLOT;
    const pair = (numbers[refOf[slot] ?? NO_TEXT] ?? 0) * clusterCnt + (clusterOf[slot] ?? 0);
    keys[at] = end <= MAX_KEYS ? pair : numberOf(pairs, pair);
  }
  return { keys, end: end <= MAX_KEYS ? end : pairs.size };
}

function numberOf(numbers: Map<number, number>, key: number): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

function workloadKeys(tables: LiveTables, podSlots: Int32Array) {
  const { ownerKind, ownerName } = tables.pod.state;
  const { keys } = namespaceKeys(tables, podSlots);
  const refCnt = tables.strings.end;
  /** Owners by namespace and name, one map per kind: a deployment and a job may share a name. */
  const numbersByKind = new Map<number, Map<number, number>>();
  let cnt = 0;
  for (let at = 0; at < podSlots.length; at++) {
    const slot = podSlots[at] ?? NO_SLOT;
    const nameRef = ownerName.at(slot);
    if (nameRef === NO_TEXT) {
      keys[at] = NO_GROUP;
      continue;
    }
    const kindRef = ownerKind.at(slot);
    const numbers = numbersByKind.get(kindRef) ?? new Map<number, number>();
    numbersByKind.set(kindRef, numbers);
    const owner = (keys[at] ?? 0) * refCnt + nameRef;
    const number = numbers.get(owner) ?? cnt++;
    numbers.set(owner, number);
    keys[at] = number;
  }
  return { keys, end: cnt };
}
