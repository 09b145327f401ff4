import { reusedInts } from '../columns/reused-array.ts';
import { NO_SLOT, type Table } from '../columns/table.ts';
import type { Cluster } from './clusters.ts';
import type { LiveTables } from './live-tables.ts';

/** Slots per block. The values of a block stay in the CPU's cache between two loops over it. */
export const BLOCK_CNT = 8192;

const allBuffer = reusedInts();
const chainBuffer = reusedInts();

/** The slots of the clusters in ascending order, valid until the next call. */
export function slotsOf(tables: LiveTables, table: Table, clusters: readonly Cluster[]): Int32Array {
  const slots = allBuffer.take(table.size);
  let cnt = 0;
  for (const block of slotBlocks(tables, table, clusters)) {
    slots.set(block, cnt);
    cnt += block.length;
  }
  return slots.subarray(0, cnt);
}

/**
 * The slots of a cluster's existing objects in blocks, each valid until the next one. The caller may yield to
 * other requests between two blocks: an object that moves or disappears meanwhile is left out.
 */
export function* aliveBlocks(
  tables: LiveTables,
  table: Table,
  cluster: Cluster,
): Generator<Int32Array, void, undefined> {
  for (const slots of slotBlocks(tables, table, [cluster])) {
    if (tables.clusters.at(cluster.index) !== cluster) return;
    yield slots.subarray(0, keepAlive(slots, table, cluster.index));
  }
}

function keepAlive(slots: Int32Array, table: Table, cluster: number): number {
  const { values: clusterOf } = table.cluster;
  const { values: deletedAt } = table.deletedAtMs;
  let cnt = 0;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0;
    if (clusterOf[slot] === cluster && Number.isNaN(deletedAt[slot])) slots[cnt++] = slot;
  }
  return cnt;
}

/** The slots of the clusters in blocks of at most `BLOCK_CNT`, each valid until the next one. */
export function* slotBlocks(
  tables: LiveTables,
  table: Table,
  clusters: readonly Cluster[],
): Generator<Int32Array, void, undefined> {
  // For few objects of few clusters, follow the chains. For many, scan all slots: sequential reads are faster.
  const aliveCnt = clusters.reduce((sum, { index }) => sum + table.aliveCnt(index), 0);
  if (clusters.length * 4 < tables.clusters.end && aliveCnt * 8 < table.end) {
    const slots = chainedSlots(table, clusters);
    for (let from = 0; from < slots.length; from += BLOCK_CNT) yield slots.subarray(from, from + BLOCK_CNT);
    return;
  }
  const isWanted = new Uint8Array(tables.clusters.end);
  for (const { index } of clusters) isWanted[index] = 1;
  const block = new Int32Array(BLOCK_CNT);
  for (let from = 0; from < table.end; from += BLOCK_CNT) {
    const cnt = wantedSlots(
      block,
      from,
      Math.min(table.end, from + BLOCK_CNT),
      table.cluster.values,
      isWanted,
    );
    if (cnt > 0) yield block.subarray(0, cnt);
  }
}

function chainedSlots(table: Table, clusters: readonly Cluster[]): Int32Array {
  const slots = chainBuffer.take(table.size);
  let cnt = 0;
  for (const { index } of clusters) {
    for (let slot = table.first(index); slot !== NO_SLOT; slot = table.next(slot)) slots[cnt++] = slot;
  }
  // A copy: the next blocks may be asked for after other requests.
  return slots.slice(0, cnt).sort();
}

function wantedSlots(
  into: Int32Array,
  from: number,
  end: number,
  clusterOf: Int32Array,
  isWanted: Uint8Array,
): number {
  let cnt = 0;
  for (let slot = from; slot < end; slot++) {
    if (isWanted[clusterOf[slot] ?? NO_SLOT] === 1) into[cnt++] = slot;
  }
  return cnt;
}

/** 0, 1, 2 … */
export function upTo(cnt: number, positions: Uint32Array = new Uint32Array(cnt)): Uint32Array {
  for (let at = 0; at < cnt; at++) positions[at] = at;
  return positions;
}
