import { type ReusedInts, reusedInts } from '../columns/reused-array.ts';
import { NO_SLOT, type Table } from '../columns/table.ts';
import type { Cluster } from './clusters.ts';
import type { LiveTables } from './live-tables.ts';

/** One array per live state, because one list may use several live states. */
const rooms = new WeakMap<LiveTables, ReusedInts>();

function roomFor(cnt: number, tables: LiveTables): Int32Array {
  const room = rooms.get(tables) ?? reusedInts();
  rooms.set(tables, room);
  return room.take(cnt);
}

/** The slots of the clusters in ascending order, valid until the next call for the same live state. */
export function slotsOf(tables: LiveTables, table: Table, clusters: readonly Cluster[]): Int32Array {
  const slots = roomFor(table.size, tables);
  let cnt = 0;
  // For few objects of few clusters, follow the chains. For many, scan all slots: sequential reads are faster.
  const aliveCnt = clusters.reduce((sum, { index }) => sum + table.aliveCnt(index), 0);
  if (clusters.length * 4 < tables.clusters.end && aliveCnt * 8 < table.end) {
    for (const { index } of clusters) {
      for (let slot = table.first(index); slot !== NO_SLOT; slot = table.next(slot)) slots[cnt++] = slot;
    }
    return slots.subarray(0, cnt).sort();
  }
  const isWanted = new Uint8Array(tables.clusters.end);
  for (const { index } of clusters) isWanted[index] = 1;
  const { values } = table.cluster;
  const { end } = table;
  for (let slot = 0; slot < end; slot++) {
    if (isWanted[values[slot] ?? NO_SLOT] === 1) slots[cnt++] = slot;
  }
  return slots.subarray(0, cnt);
}

/** 0, 1, 2 … */
export function upTo(cnt: number, positions: Uint32Array = new Uint32Array(cnt)): Uint32Array {
  for (let at = 0; at < cnt; at++) positions[at] = at;
  return positions;
}
