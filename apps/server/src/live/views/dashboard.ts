import type { SearchConditions } from '@gwanje/contract/dashboard/dashboard';
import type { DashboardTable } from '@gwanje/contract/dashboard/dashboard-objects';
import { isStateSort, type SortBy } from '@gwanje/contract/dashboard/dashboard-options';
import { radixSort } from '../columns/radix-sort.ts';
import { reusedBytes, reusedNumbers, reusedPositions } from '../columns/reused-array.ts';
import { NO_TEXT } from '../columns/string-table.ts';
import type { Table } from '../columns/table.ts';
import type { ReaderMap } from '../query/column-readers.ts';
import type { Cluster } from '../tables/clusters.ts';
import { DerivedState, monResultIndex } from '../tables/derived-state.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { sampleTimesOf } from '../tables/sample-times.ts';
import { slotsOf, upTo } from '../tables/slots.ts';
import { clusterMonResult } from './cluster-answers.ts';
import { tallyOf } from './cluster-tally.ts';
import { groupingOf, groupTiles } from './dashboard-groups.ts';

/** The part of the response that comes from the live state. */
export type DashboardTiles = Omit<DashboardTable, 'serverTime' | 'isTruncated'>;

export type TileKind = Exclude<SearchConditions['objectType'], 'cluster'>;

interface Sort {
  readonly key: string;
  /** For a percentage: the column of the limit, which may not be set. */
  readonly limitKey?: string;
}

const sorts: Readonly<Record<TileKind, Readonly<Partial<Record<SortBy, Sort>>>>> = {
  container: {
    CPU_USED_CORE: { key: 'cpuUsedCores' },
    MEM_USED_BYTES: { key: 'memUsedBytes' },
    BLOCK_IN: { key: 'blockInBps' },
    BLOCK_OUT: { key: 'blockOutBps' },
    CONTAINER_STATE: { key: 'state' },
  },
  pod: {
    MON_RESULT: { key: 'monResult' },
    CPU_USED_LIMIT: { key: 'cpuUsedLimitPct', limitKey: 'cpuLimitCores' },
    MEM_USED_LIMIT: { key: 'memUsedLimitPct', limitKey: 'memLimitBytes' },
    NET_RX: { key: 'netRxBps' },
    NET_TX: { key: 'netTxBps' },
    POD_PHASE: { key: 'phase' },
  },
  node: {
    MON_RESULT: { key: 'monResult' },
    CPU_USED_ALLOCATABLE: { key: 'cpuUsedPct' },
    MEM_USED_ALLOCATABLE: { key: 'memUsedPct' },
    FILE_SYSTEM_USED: { key: 'fsUsedPct' },
    NET_RX: { key: 'netRxBps' },
    NET_TX: { key: 'netTxBps' },
    NODE_CONDITION: { key: 'condition' },
  },
};

/** Up to this many objects are one part: the browser draws them at once, and no stream is needed. */
const ONE_PART_CNT = 150_000;
/** A part of this size takes about 10 ms of the main thread. */
const PART_CNT = 25_000;

/** All tiles as one part. */
export function dashboardTiles(
  tables: LiveTables,
  readers: Readonly<Record<TileKind, ReaderMap>>,
  conditions: SearchConditions,
  hostIds: ReadonlySet<number>,
  nowMs: number,
): DashboardTiles {
  const [all] = dashboardParts(tables, readers, conditions, hostIds, nowMs, { onePartCnt: Infinity });
  if (all === undefined) throw new Error('the dashboard has no part');
  return all;
}

/**
 * The tiles in one part or, when there are many, in several. A part is collected when it is asked for, so
 * that other requests run between two parts. The last part has `followingCnt` 0.
 */
export function* dashboardParts(
  tables: LiveTables,
  readers: Readonly<Record<TileKind, ReaderMap>>,
  conditions: SearchConditions,
  hostIds: ReadonlySet<number>,
  nowMs: number,
  { onePartCnt = ONE_PART_CNT, partCnt = PART_CNT } = {},
): Generator<DashboardTiles, void, undefined> {
  const derived = new DerivedState(tables, nowMs);
  const wanted = new Set<number>(conditions.clusterList);
  const clusters = tables.clusters
    .of(hostIds)
    .filter(({ hostId }) => conditions.isAllCluster || wanted.has(hostId));
  if (conditions.objectType === 'cluster') {
    yield clusterTiles(clusters, conditions.sortBy, derived);
    return;
  }
  const { objectType } = conditions;
  const table = tables[objectType];
  const tilesOf = tileMaker(tables, readers[objectType], conditions, clusters.length > 1, derived);
  let followingCnt = clusters.reduce((sum, { index }) => sum + table.aliveCnt(index), 0);
  if (followingCnt <= onePartCnt) {
    // Equal tiles stay in slot order, so that a tile keeps its position between refreshes.
    yield tilesOf(aliveOf(table, slotsOf(tables, table, clusters)), 0);
    return;
  }
  const part = new Int32Array(partCnt);
  let cnt = 0;
  // Equal tiles stay in the order of cluster and slot, wherever one part ends and the next begins.
  for (const cluster of clusters) {
    for (const slot of slotsOf(tables, table, [cluster]).slice()) {
      if (cnt === partCnt) {
        followingCnt -= cnt;
        // Objects may have come since they were counted. At least the object of this slot follows.
        yield tilesOf(part, Math.max(1, followingCnt));
        cnt = 0;
      }
      // The cluster may be gone since the last part, and its slots may have objects of another cluster.
      if (tables.clusters.get(cluster.hostId) !== cluster) break;
      if (table.cluster.get(slot) === cluster.index && table.isAlive(slot)) part[cnt++] = slot;
    }
  }
  yield tilesOf(part.subarray(0, cnt), 0);
}

/** As for limits, -1 means not set. */
const NOT_SET = -1;

const valueBuffer = reusedNumbers();
const limitBuffer = reusedNumbers();
const staleBuffer = reusedNumbers();
const keyBuffer = reusedNumbers();
const tileBuffer = reusedPositions();
const monResultBuffer = reusedBytes();

/** Makes the tiles of some slots. */
function tileMaker(
  tables: LiveTables,
  readers: ReaderMap,
  { objectType, groupBy, sortBy }: SearchConditions & { readonly objectType: TileKind },
  hasSeveralClusters: boolean,
  derived: DerivedState,
): (slots: Int32Array, followingCnt: number) => DashboardTiles {
  const sort = sorts[objectType][sortBy];
  const reader = readers[sort?.key ?? ''];
  if (sort === undefined || reader === undefined) throw new Error(`no column for ${objectType} ${sortBy}`);
  const limitReader = sort.limitKey === undefined ? undefined : readers[sort.limitKey];
  const table = tables[objectType];
  const grouping = groupingOf(tables, objectType, groupBy);
  return (slots, followingCnt) => {
    const cnt = slots.length;
    const values = valueBuffer.take(cnt);
    reader.collect(values, slots, derived);
    if (limitReader) {
      const limits = limitBuffer.take(cnt);
      limitReader.collect(limits, slots, derived);
      markUnset(values, limits);
    }
    const sorted = radixSort(upTo(cnt, tileBuffer.take(cnt)), keysOf(values, isStateSort(sortBy)));
    const { order, groupList } = groupTiles(tables, grouping, slots, sorted, hasSeveralClusters);
    const isStale = staleBuffer.take(cnt);
    derived.collectStale(isStale, slots, table, sampleTimesOf(tables, objectType));

    // Each column is read in slot order first: random access to every column takes several times as long.
    const { id, name, monResult } = inSlotOrder(table, slots, isStale, derived.unwatchedClusters);
    const columns = emptyColumns(cnt);
    for (let to = 0; to < cnt; to++) {
      const at = order[to] ?? 0;
      columns.value[to] = values[at] ?? Number.NaN;
      columns.monResult[to] = monResult[at] ?? 0;
      columns.isStale[to] = isStale[at] ?? 0;
    }
    let from = 0;
    for (const [groupIndex, { cnt: groupCnt }] of groupList.entries()) {
      columns.group.fill(groupIndex, from, from + groupCnt);
      from += groupCnt;
    }
    return { ...columns, id, name, row: order.slice(), groupList, followingCnt };
  };
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

/** All columns in one pass. The slots are those of existing objects. */
function inSlotOrder(
  table: LiveTables[TileKind],
  slots: Int32Array,
  isStale: Float64Array,
  unwatched: Uint8Array,
) {
  const { strings, values: names } = table.state.name;
  const { values: ids } = table.ids;
  const { values: isMonitored } = table.isMonitored;
  const { values: clusterOf } = table.cluster;
  const { values: criticalCnts } = table.criticalCnt;
  const { values: warningCnts } = table.warningCnt;
  const monResult = monResultBuffer.take(slots.length);
  const id = new Uint32Array(slots.length);
  const name = new Array<string>(slots.length);
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0;
    id[at] = ids[slot] ?? 0;
    name[at] = strings.text(names[slot] ?? NO_TEXT);
    const isWatched = isMonitored[slot] === 1 && unwatched[clusterOf[slot] ?? 0] !== 1;
    const criticalCnt = criticalCnts[slot] ?? 0;
    monResult[at] = monResultIndex(isWatched, criticalCnt, warningCnts[slot] ?? 0, isStale[at] === 1);
  }
  return { id, name, monResult };
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

function clusterTiles(clusters: readonly Cluster[], sortBy: SortBy, derived: DerivedState): DashboardTiles {
  const entries = clusters.map((cluster) => {
    const monResult = clusterMonResult(cluster, derived);
    const value = sortBy === 'MON_RESULT' ? monResult : volumeFigure(cluster, sortBy, derived);
    return { cluster, monResult, value, isStale: derived.isOld(cluster.index, Number.NaN) };
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
    followingCnt: 0,
    groupList: entries.length > 0 ? [{ id: null, name: '', cnt: entries.length }] : [],
  };
}

function volumeFigure(cluster: Cluster, sortBy: SortBy, derived: DerivedState): number | null {
  const { pvUtilizationPct, volume } = tallyOf(cluster, derived);
  return sortBy === 'PV_UTILIZATION' ? pvUtilizationPct : volume.unboundCnt;
}
