import type { Column } from '@gwanje/contract/definition/columns';
import type { ObjectValue } from '@gwanje/kinds/definition/columns';
import { collect, collectLinks, type Stored } from '../columns/collect.ts';
import { reusedInts } from '../columns/reused-array.ts';
import type { IntStore } from '../columns/stores.ts';
import { NO_SLOT, type Table } from '../columns/table.ts';
import type { Cluster, Clusters } from '../tables/clusters.ts';
import type { DerivedState } from '../tables/derived-state.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import type { SampleTimes } from '../tables/sample-times.ts';

export type ColumnType = Column['type'];

/**
 * The value of a slot in a column, as a number: an id (0: none), a text ref (0: none), the index of a choice,
 * an amount or time (NaN: none), or a flag. Filters, sorting and rows all read it.
 */
export interface Reader<Type extends ColumnType = ColumnType> {
  readonly type: Type;
  readonly read: (slot: number, derived: DerivedState) => number;
  /** Reads many slots at once. A specialised loop makes it much faster. */
  readonly collect: (into: Float64Array, slots: Int32Array, derived: DerivedState) => void;
}

type Read = Reader['read'];

function worked<Type extends ColumnType>(type: Type, read: Read): Reader<Type> {
  return {
    type,
    read,
    collect(into, slots, derived) {
      for (let at = 0; at < slots.length; at++) into[at] = read(slots[at] ?? 0, derived);
    },
  };
}

export const idOf = (read: Read) => worked('id', read);
export const choiceOf = (read: Read) => worked('choice', read);
export const numberOf = (read: Read) => worked('number', read);
/** The value is a text ref; 0: none. */
export const textOf = (read: Read) => worked('text', read);
export const timeOf = (read: Read) => worked('time', read);

interface Values {
  readonly values: Stored;
  at(slot: number): number;
}

export function stored<Type extends ColumnType>(type: Type, store: Values): Reader<Type> {
  return {
    type,
    read: (slot) => store.at(slot),
    collect: (into, slots) => collect(into, slots, store.values),
  };
}

export const ids = (store: Values) => stored('id', store);

const linkBuffer = reusedInts();

interface Links {
  readonly values: Int32Array;
  get(slot: number): number;
}

/** Reads a column of the linked object, such as the pod of a container. */
export function through<Type extends ColumnType>(links: Links, reader: Reader<Type>): Reader<Type> {
  return {
    type: reader.type,
    read: (slot, derived) => reader.read(links.get(slot), derived),
    collect(into, slots, derived) {
      const targets = linkBuffer.take(slots.length);
      collectLinks(targets, slots, links.values, NO_SLOT);
      reader.collect(into, targets, derived);
    },
  };
}

/** `part` in % of `whole`; NaN when one is unknown or `whole` is not set. */
export function percent(part: number, whole: number): number {
  return whole > 0 ? (part / whole) * 100 : Number.NaN;
}

export function percentOf(part: Values, whole: Values): Reader<'number'> {
  return {
    type: 'number',
    read: (slot) => percent(part.at(slot), whole.at(slot)),
    collect(into, slots) {
      const parts = part.values;
      const wholes = whole.values;
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at] ?? 0;
        into[at] = percent(parts[slot] ?? Number.NaN, wholes[slot] ?? Number.NaN);
      }
    },
  };
}

function sumOf(one: IntStore, other: IntStore): Reader<'number'> {
  return {
    type: 'number',
    read: (slot) => one.at(slot) + other.at(slot),
    collect(into, slots) {
      const ones = one.values;
      const others = other.values;
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at] ?? 0;
        into[at] = (ones[slot] ?? 0) + (others[slot] ?? 0);
      }
    },
  };
}

export function clusterReader({ clusters }: LiveTables, table: Table, value: 'hostId' | 'name'): Reader {
  return value === 'hostId'
    ? ofCluster('id', clusters, table, ({ hostId }) => hostId)
    : ofCluster('text', clusters, table, ({ nameRef }) => nameRef);
}

/** 0 without a cluster. */
function ofCluster<Type extends ColumnType>(
  type: Type,
  clusters: Clusters,
  table: Table,
  read: (cluster: Cluster) => number,
): Reader<Type> {
  return {
    type,
    read(slot) {
      const cluster = clusters.at(table.cluster.get(slot));
      return cluster === undefined ? 0 : read(cluster);
    },
    collect(into, slots) {
      const values = new Float64Array(clusters.end);
      for (const cluster of clusters.all()) values[cluster.index] = read(cluster);
      const clusterOf = table.cluster.values;
      for (let at = 0; at < slots.length; at++) into[at] = values[clusterOf[slots[at] ?? 0] ?? 0] ?? 0;
    },
  };
}

/** Reads a value that the server keeps for every object. */
export function objectReader(
  table: Table,
  value: ObjectValue,
  sampled: { readonly age: SampleTimes; readonly state: SampleTimes },
): Reader {
  switch (value) {
    case 'monResult':
      return {
        type: 'choice',
        read: (slot, derived) => derived.monResult(table, slot, sampled.state.at(slot)),
        collect: (into, slots, derived) => derived.collectMonResults(into, slots, table, sampled.state),
      };
    case 'isStale':
      return {
        type: 'flag',
        read: (slot, derived) => derived.isStale(table, slot, sampled.age.at(slot)),
        collect: (into, slots, derived) => derived.collectStale(into, slots, table, sampled.age),
      };
    case 'alarmCnt':
      return sumOf(table.warningCnt, table.criticalCnt);
    case 'isMonitored':
      return stored('flag', table.isMonitored);
    case 'lastSeenAt':
      return {
        type: 'time',
        read: (slot, derived) => derived.lastSeenMs(table, slot),
        collect: (into, slots, derived) => derived.collectLastSeen(into, slots, table),
      };
    default:
      return stored('time', table[TIMES[value]]);
  }
}

const TIMES = {
  dataAt: 'dataAtMs',
  createdAt: 'createdAtMs',
  firstSeenAt: 'firstSeenAtMs',
  deletedAt: 'deletedAtMs',
} as const;
