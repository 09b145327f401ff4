import type { SearchConditions } from '@gwanje/contract/dashboard/dashboard';
import type { DashboardTable } from '@gwanje/contract/dashboard/dashboard-objects';
import type { GroupBy, SortBy } from '@gwanje/contract/dashboard/dashboard-options';
import { keptBytes, keptNumbers, keptPlaces } from '../columns/kept-memory.ts';
import { radixSort } from '../columns/radix-sort.ts';
import type { Table } from '../columns/table.ts';
import type { ReaderMap } from '../query/column-readers.ts';
import type { Reader } from '../query/readers.ts';
import type { Cluster } from '../tables/clusters.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { Moment, NORMAL, STALE, watchedState } from '../tables/moment.ts';
import { sampleTimesOf } from '../tables/sample-times.ts';
import { slotsOf, upTo } from '../tables/slots.ts';
import { clusterMonResult } from './cluster-answers.ts';
import { ClusterTally } from './cluster-tally.ts';
import { Groups } from './dashboard-groups.ts';

/** The part of the response that comes from the live state. */
export type DashboardTiles = Omit<DashboardTable, 'serverTime' | 'isTruncated'>;

export type TileKind = Exclude<SearchConditions['objectType'], 'cluster'>;

interface Sort {
  readonly key: string;
  readonly isState: boolean;
  /** For a percentage: the column of the limit, which may not be set. */
  readonly limitKey?: string;
}

/** The column of each sort, and whether it is a state. States sort worst first, numbers largest first. */
const sorts: Readonly<Record<TileKind, Readonly<Partial<Record<SortBy, Sort>>>>> = {
  container: {
    CPU_USED_CORE: { key: 'cpuUsedCores', isState: false },
    MEM_USED_BYTES: { key: 'memUsedBytes', isState: false },
    BLOCK_IN: { key: 'blockInBps', isState: false },
    BLOCK_OUT: { key: 'blockOutBps', isState: false },
    CONTAINER_STATE: { key: 'state', isState: true },
  },
  pod: {
    MON_RESULT: { key: 'monResult', isState: true },
    CPU_USED_LIMIT: { key: 'cpuUsedLimitPct', isState: false, limitKey: 'cpuLimitCores' },
    MEM_USED_LIMIT: { key: 'memUsedLimitPct', isState: false, limitKey: 'memLimitBytes' },
    NET_RX: { key: 'netRxBps', isState: false },
    NET_TX: { key: 'netTxBps', isState: false },
    POD_PHASE: { key: 'phase', isState: true },
  },
  node: {
    MON_RESULT: { key: 'monResult', isState: true },
    CPU_USED_ALLOCATABLE: { key: 'cpuUsedPct', isState: false },
    MEM_USED_ALLOCATABLE: { key: 'memUsedPct', isState: false },
    FILE_SYSTEM_USED: { key: 'fsUsedPct', isState: false },
    NET_RX: { key: 'netRxBps', isState: false },
    NET_TX: { key: 'netTxBps', isState: false },
    NODE_CONDITION: { key: 'condition', isState: true },
  },
};

export function dashboardTiles(
  tables: LiveTables,
  readers: Readonly<Record<TileKind, ReaderMap>>,
  conditions: SearchConditions,
  hostIds: ReadonlySet<number>,
  nowMs: number,
): DashboardTiles {
  const moment = new Moment(tables, nowMs);
  const wanted = new Set<number>(conditions.clusterList);
  const clusters = tables.clusters
    .of(hostIds)
    .filter(({ hostId }) => conditions.isAllCluster || wanted.has(hostId));
  if (conditions.objectType === 'cluster') return clusterTiles(tables, clusters, conditions.sortBy, moment);
  const { objectType, groupBy, sortBy } = conditions;
  const sort = sorts[objectType][sortBy];
  const reader = sort === undefined ? undefined : readers[objectType][sort.key];
  if (sort === undefined || reader === undefined) throw new Error(`no column for ${objectType} ${sortBy}`);
  return tiles(tables, objectType, clusters, groupBy, {
    reader,
    limitReader: sort.limitKey === undefined ? undefined : readers[objectType][sort.limitKey],
    isState: sort.isState,
    moment,
  });
}

interface Sorting {
  readonly reader: Reader;
  readonly limitReader: Reader | undefined;
  readonly isState: boolean;
  readonly moment: Moment;
}

/** As for limits, -1 means not set. */
const NOT_SET = -1;

const valueBuffer = keptNumbers();
const limitBuffer = keptNumbers();
const staleBuffer = keptNumbers();
const keyBuffer = keptNumbers();
const tileBuffer = keptPlaces();
const monResultBuffer = keptBytes();
const isStaleBuffer = keptBytes();

function tiles(
  tables: LiveTables,
  kind: TileKind,
  clusters: readonly Cluster[],
  groupBy: GroupBy,
  { reader, limitReader, isState, moment }: Sorting,
): DashboardTiles {
  const table = tables[kind];
  // Equal tiles stay in slot order, so that a tile keeps its position between refreshes.
  const slots = aliveOf(table, slotsOf(tables, table, clusters));
  const cnt = slots.length;
  const values = valueBuffer.take(cnt);
  reader.collect(values, slots, moment);
  if (limitReader) {
    const limits = limitBuffer.take(cnt);
    limitReader.collect(limits, slots, moment);
    markUnset(values, limits);
  }
  const groups = new Groups(tables, kind, groupBy, clusters, slots);
  const order = groups.inOrder(radixSort(upTo(cnt, tileBuffer.take(cnt)), keysOf(values, isState)));
  const isStale = staleBuffer.take(cnt);
  moment.collectStale(isStale, slots, table, sampleTimesOf(tables, kind));

  // Each column is read in slot order first: random access to every column takes several times as long.
  const own = inSlotOrder(table, slots, isStale, moment.unwatched);
  const columns = emptyColumns(cnt);
  for (let to = 0; to < cnt; to++) {
    const at = order[to] ?? 0;
    columns.group[to] = groups.placeOf(at);
    columns.value[to] = values[at] ?? Number.NaN;
    columns.monResult[to] = own.monResult[at] ?? 0;
    columns.isStale[to] = own.isStale[at] ?? 0;
  }
  return { ...columns, id: own.id, name: own.name, row: order.slice(), groupList: groups.list() };
}

/** A percentage of an unset limit is not unknown. It sorts after known values and before unknown ones. */
function markUnset(values: Float64Array, limits: Float64Array): void {
  for (let at = 0; at < values.length; at++) if ((limits[at] ?? 0) < 0) values[at] = NOT_SET;
}

function keysOf(values: Float64Array, isState: boolean): Float64Array {
  if (isState) return values;
  const keys = keyBuffer.take(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    keys[at] = Number.isFinite(value) ? -value : Number.POSITIVE_INFINITY;
  }
  return keys;
}

function inSlotOrder(
  table: LiveTables[TileKind],
  slots: Int32Array,
  stale: Float64Array,
  unwatched: Uint8Array,
) {
  const id = new Uint32Array(slots.length);
  const name = new Array<string>(slots.length);
  const monResult = monResultBuffer.take(slots.length);
  const isStale = isStaleBuffer.take(slots.length);
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0;
    const isOld = stale[at] ?? 0;
    id[at] = table.ids.get(slot);
    name[at] = table.state.name.get(slot);
    monResult[at] = watchedState(table, slot, unwatched) ?? (isOld === 1 ? STALE : NORMAL);
    isStale[at] = isOld;
  }
  return { id, name, monResult, isStale };
}

function emptyColumns(cnt: number) {
  return {
    group: new Uint32Array(cnt),
    value: new Float32Array(cnt),
    monResult: new Uint8Array(cnt),
    isStale: new Uint8Array(cnt),
  };
}

function aliveOf(table: Table, slots: Int32Array): Int32Array {
  let cnt = 0;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0;
    if (table.isAlive(slot)) slots[cnt++] = slot;
  }
  return slots.subarray(0, cnt);
}

function clusterTiles(
  tables: LiveTables,
  clusters: readonly Cluster[],
  sortBy: SortBy,
  moment: Moment,
): DashboardTiles {
  const entries = clusters.map((cluster) => {
    const monResult = clusterMonResult(cluster, moment);
    const value = sortBy === 'MON_RESULT' ? monResult : clusterFigure(tables, cluster, sortBy, moment);
    return { cluster, monResult, value, isStale: moment.isOld(cluster.index, Number.NaN) };
  });
  const sign = sortBy === 'MON_RESULT' ? 1 : -1;
  const keyOf = (value: number | null) => (value === null ? Number.POSITIVE_INFINITY : sign * value);
  entries.sort((a, b) => {
    const [left, right] = [keyOf(a.value), keyOf(b.value)];
    return left < right ? -1 : left > right ? 1 : a.cluster.hostId - b.cluster.hostId;
  });
  const columns = emptyColumns(entries.length);
  for (const [at, { monResult, value, isStale }] of entries.entries()) {
    columns.value[at] = value ?? Number.NaN;
    columns.monResult[at] = monResult;
    columns.isStale[at] = isStale;
  }
  return {
    ...columns,
    id: Uint32Array.from(entries, ({ cluster }) => cluster.hostId),
    name: entries.map(({ cluster }) => cluster.name),
    row: upTo(entries.length),
    groupList: entries.length > 0 ? [{ id: null, name: '', cnt: entries.length }] : [],
  };
}

function clusterFigure(tables: LiveTables, cluster: Cluster, sortBy: SortBy, moment: Moment): number | null {
  const tally = new ClusterTally(tables, cluster, moment);
  return sortBy === 'PV_UTILIZATION' ? tally.pvUtilizationPct : tally.pvUnboundCnt;
}
