import type { SearchConditions } from '@gwanje/contract/dashboard/dashboard';
import { podPhases } from '@gwanje/contract/objects/object-states';
import type { PodState } from '@gwanje/kinds/pod/index';
import {
  type ListKind,
  type LiveKind,
  liveKinds,
  type SampledKind,
  type StateKind,
  type StateOfKind,
  stateKinds,
} from '@gwanje/kinds/registry';
import { alarmedKinds } from '@gwanje/kinds/state/facts';
import { NO_SLOT } from './columns/table.ts';
import {
  type ExportedCluster,
  exportCluster,
  importCluster,
  type MinuteCount,
} from './copies/export-cluster.ts';
import {
  type ExportedObject,
  exportObjects,
  exportSamples,
  idsOfCluster,
  importSamples,
  type LatestRows,
  takenIds,
} from './copies/export-objects.ts';
import type { Life, ListAnswer, ListQuery, PodLife, Row } from './list-types.ts';
import { readersOf } from './query/column-readers.ts';
import { idsOf, listOf } from './query/list.ts';
import { RowMaker } from './query/rows.ts';
import { type SearchAnswer, searchIn } from './search/search.ts';
import type { Agent, Cluster, ClusterIdentity, Contact } from './tables/clusters.ts';
import { DerivedState } from './tables/derived-state.ts';
import { readState, writeState } from './tables/kind-tables.ts';
import { type LiveTables, newLiveTables, tableOf } from './tables/live-tables.ts';
import { adoptPods, orphanPods, podStateAt, putPod, removePod } from './tables/put-pod.ts';
import { applySamples } from './tables/samples.ts';
import { AlarmSnapshot, type RestartCounts } from './views/alarm-snapshot.ts';
import {
  type ClusterMetrics,
  type ClusterNow,
  type ClusterPulse,
  type ClusterSummary,
  clusterMetrics,
  clusterNow,
  clusterPulse,
  clusterSummary,
  versionsOf,
} from './views/cluster-answers.ts';
import { eachOf } from './views/cluster-tally.ts';
import { type DashboardTiles, dashboardParts, dashboardTiles } from './views/dashboard.ts';
import { type DashboardSummary, dashboardSummary } from './views/dashboard-summary.ts';
import { type NamedKind, type NamesOfKind, namesOf } from './views/object-names.ts';
import { type PodHolder, podAmounts } from './views/pod-amounts.ts';
import { type KubeletKind, statisticsGap } from './views/statistics-gap.ts';

/** Pods go first, so that no pod refers to a removed node. A container is removed with its pod. */
const removedKinds: readonly StateKind[] = ['pod', ...stateKinds.filter((kind) => kind !== 'pod')];

/**
 * The current state of all clusters, in memory. A request about the past fills a separate instance from
 * history.
 */
export class LiveState {
  readonly #tables: LiveTables;
  readonly #readers: ReturnType<typeof readersOf>;

  constructor({ isPast = false } = {}) {
    this.#tables = newLiveTables(isPast);
    this.#readers = readersOf(this.#tables);
  }

  /** Adds a cluster, or changes its name or group. */
  setCluster(cluster: ClusterIdentity): void {
    this.#tables.clusters.set(cluster);
  }

  /** Removes a cluster and its objects. */
  removeCluster(hostId: number): void {
    const cluster = this.#tables.clusters.get(hostId);
    if (cluster === undefined) return;
    for (const kind of removedKinds) {
      const table = tableOf(this.#tables, kind);
      for (let slot = table.first(cluster.index); slot !== NO_SLOT; slot = table.first(cluster.index)) {
        this.#removeAt(kind, slot);
      }
    }
    this.#tables.clusters.remove(cluster);
  }

  /** Removes the objects of a cluster that are not among `ids`. */
  removeExcept(hostId: number, ids: ReadonlySet<number>): void {
    const cluster = this.#tables.clusters.get(hostId);
    if (cluster === undefined) return;
    for (const kind of removedKinds) {
      const table = tableOf(this.#tables, kind);
      for (let slot = table.first(cluster.index); slot !== NO_SLOT; ) {
        const next = table.next(slot);
        if (!ids.has(table.ids.get(slot))) this.#removeAt(kind, slot);
        slot = next;
      }
    }
  }

  hasCluster(hostId: number): boolean {
    return this.#tables.clusters.get(hostId) !== undefined;
  }

  /** The clusters of the sub groups; all clusters when `subGroupIds` is absent. */
  hostIds(subGroupIds?: ReadonlySet<number>): Set<number> {
    const found = new Set<number>();
    for (const { hostId, subGroupId } of this.#tables.clusters.all()) {
      if (subGroupIds === undefined || subGroupIds.has(subGroupId)) found.add(hostId);
    }
    return found;
  }

  /** Records that a batch arrived. The cluster is not silent then, also when the batch cannot be stored. */
  recordArrival(hostId: number, agent: Agent): void {
    this.#tables.clusters.recordArrival(this.#cluster(hostId), agent);
  }

  /** Records that a batch was stored. A batch older than the newest does not move any time back. */
  recordContact(hostId: number, contact: Contact): void {
    this.#tables.clusters.recordContact(this.#cluster(hostId), contact);
  }

  /** Adds an object or replaces its state. Use `putPod` for pods. */
  put<Kind extends Exclude<StateKind, 'pod'>>(
    kind: Kind,
    hostId: number,
    id: number,
    state: StateOfKind[Kind],
    life: Life,
  ): void {
    const { node } = this.#tables;
    const table = tableOf(this.#tables, kind);
    const known = table.slotOf(id);
    if (kind === 'node' && known !== NO_SLOT) node.unindex(known);
    const slot = table.place(id, this.#cluster(hostId).index, life);
    writeState<Record<string, unknown>>(table.state, slot, state);
    if (kind !== 'node') return;
    node.index(slot);
    if (known === NO_SLOT) adoptPods(this.#tables, slot);
  }

  /** Adds or replaces a pod and its containers. `containerIds` has the order of the state's containers. */
  putPod(hostId: number, id: number, state: PodState, containerIds: readonly number[], life: PodLife): void {
    putPod(this.#tables, this.#cluster(hostId), id, state, containerIds, life);
  }

  /** Removes an object; for a pod also its containers. Ignores unknown ids. */
  remove(kind: StateKind, id: number): void {
    const slot = tableOf(this.#tables, kind).slotOf(id);
    if (slot !== NO_SLOT) this.#removeAt(kind, slot);
  }

  setMonitored(kind: LiveKind | 'cluster', id: number, isMonitored: boolean): void {
    if (kind === 'cluster') {
      const cluster = this.#tables.clusters.get(id);
      if (cluster !== undefined) cluster.isMonitored = isMonitored;
      return;
    }
    const table = tableOf(this.#tables, kind);
    const slot = table.slotOf(id);
    if (slot !== NO_SLOT) table.isMonitored.set(slot, isMonitored);
  }

  /** Number of active agents of a cluster by version. */
  agentVersions(hostId: number): ReadonlyMap<string, number> {
    const cluster = this.#tables.clusters.get(hostId);
    return cluster ? versionsOf(cluster) : new Map();
  }

  /** Sets since when alarm evaluation fails for a cluster; NaN: it works. */
  setAlarmsFailing(hostId: number, sinceMs: number): void {
    const cluster = this.#tables.clusters.get(hostId);
    if (cluster !== undefined) cluster.alarmsFailingSinceMs = sinceMs;
  }

  /** Sets the number of open alarms of an object. */
  setAlarms(kind: LiveKind | 'cluster', id: number, warningCnt: number, criticalCnt: number): void {
    if (kind === 'cluster') {
      const cluster = this.#tables.clusters.get(id);
      if (cluster !== undefined) Object.assign(cluster, { warningCnt, criticalCnt });
      return;
    }
    const table = tableOf(this.#tables, kind);
    const slot = table.slotOf(id);
    if (slot === NO_SLOT) return;
    table.warningCnt.set(slot, warningCnt);
    table.criticalCnt.set(slot, criticalCnt);
  }

  /** Sets the number of open alarms of a cluster and all its objects to zero. */
  clearAlarms(hostId: number): void {
    const cluster = this.#tables.clusters.get(hostId);
    if (cluster === undefined) return;
    Object.assign(cluster, { warningCnt: 0, criticalCnt: 0, openAlarms: { warning: 0, critical: 0 } });
    for (const kind of alarmedKinds) {
      const table = tableOf(this.#tables, kind);
      eachOf(table, cluster, (slot) => {
        table.warningCnt.set(slot, 0);
        table.criticalCnt.set(slot, 0);
      });
    }
  }

  /** Sets the open alarms of a cluster and its objects. Alarms folded together count as one. */
  setOpenAlarms(hostId: number, openAlarms: Cluster['openAlarms']): void {
    const cluster = this.#tables.clusters.get(hostId);
    if (cluster !== undefined) cluster.openAlarms = openAlarms;
  }

  /** The view of a cluster that alarm evaluation reads. */
  alarmSnapshot(hostId: number, nowMs: number, restarts: RestartCounts): AlarmSnapshot | null {
    const cluster = this.#tables.clusters.get(hostId);
    return cluster === undefined ? null : new AlarmSnapshot(this.#tables, cluster, nowMs, restarts);
  }

  /** Computed from the series of the last day; null when the usage does not grow. */
  setDaysUntilFull(pvcId: number, days: number | null): void {
    const slot = this.#tables.claim.slotOf(pvcId);
    if (slot !== NO_SLOT) this.#tables.claim.daysUntilFull.set(slot, days ?? Number.POSITIVE_INFINITY);
  }

  /** Replaces all forecasts of a cluster's claims. */
  setForecasts(hostId: number, forecasts: readonly { pvcId: number; days: number | null }[]): void {
    const { claim, clusters } = this.#tables;
    const cluster = clusters.get(hostId);
    if (cluster === undefined) return;
    eachOf(claim, cluster, (slot) => claim.daysUntilFull.clear(slot));
    for (const { pvcId, days } of forecasts) this.setDaysUntilFull(pvcId, days);
  }

  /** The forecasts of a cluster's claims. Claims without a forecast are not among them. */
  claimForecasts(hostId: number): { pvcId: number; days: number | null }[] {
    const { claim, clusters } = this.#tables;
    const cluster = clusters.get(hostId);
    const found: { pvcId: number; days: number | null }[] = [];
    if (cluster === undefined) return found;
    eachOf(claim, cluster, (slot) => {
      const days = claim.daysUntilFull.at(slot);
      if (!Number.isNaN(days))
        found.push({ pvcId: claim.ids.get(slot), days: Number.isFinite(days) ? days : null });
    });
    return found;
  }

  /**
   * One row per id. Ids that are 0 or unknown are skipped; NaN means unknown. Rows older than the current
   * values are ignored. The values of one instant may arrive in parts.
   */
  applySamples(
    scope: SampledKind,
    ids: Int32Array,
    tsMs: number,
    columns: Readonly<Record<string, Float64Array>>,
  ): void {
    applySamples(this.#tables, scope, ids, tsMs, columns);
  }

  /** The ids of a cluster's objects, in no order. */
  idsOfCluster(kind: StateKind, hostId: number): Int32Array {
    const cluster = this.#tables.clusters.get(hostId);
    return cluster === undefined ? new Int32Array() : idsOfCluster(this.#tables, kind, cluster.index);
  }

  /** For a copy in another replica. Objects that no longer exist are left out. */
  exportObjects(kind: StateKind, ids: Int32Array): ExportedObject[] {
    return exportObjects(this.#tables, kind, ids);
  }

  exportSamples(scope: SampledKind, ids: Int32Array): LatestRows {
    return exportSamples(this.#tables, scope, ids);
  }

  /** Replaces the samples of the objects, also by older ones. Unknown ids are skipped. */
  importSamples(rows: LatestRows): void {
    importSamples(this.#tables, rows);
  }

  /** The ids of rows that were applied. 0: the live state did not take the row. */
  takenIds(scope: SampledKind, ids: Int32Array, tsMs: number): Int32Array {
    return takenIds(this.#tables, scope, ids, tsMs);
  }

  exportCluster(hostId: number): ExportedCluster | null {
    const cluster = this.#tables.clusters.get(hostId);
    return cluster === undefined ? null : exportCluster(cluster);
  }

  importCluster(hostId: number, exported: ExportedCluster): void {
    const cluster = this.#tables.clusters.get(hostId);
    if (cluster !== undefined) importCluster(cluster, exported);
  }

  /** Container restarts of the last hour or more, per minute. */
  restartsOf(hostId: number): MinuteCount[] {
    return this.#tables.clusters.get(hostId)?.restarts.minutes() ?? [];
  }

  setRestarts(hostId: number, restarts: readonly MinuteCount[]): void {
    this.#tables.clusters.get(hostId)?.restarts.replace(restarts);
  }

  /** Sorts the texts now, so that the next request does not have to wait for it. */
  warm(): void {
    this.#tables.ranks.ranks();
  }

  has(kind: LiveKind, id: number): boolean {
    return tableOf(this.#tables, kind).slotOf(id) !== NO_SLOT;
  }

  /** The state that was stored with `put` or `putPod`. */
  stateOf<Kind extends StateKind>(kind: Kind, id: number): StateOfKind[Kind] | null {
    const slot = tableOf(this.#tables, kind).slotOf(id);
    if (slot === NO_SLOT) return null;
    const state =
      kind === 'pod' ? podStateAt(this.#tables, slot) : readState(tableOf(this.#tables, kind).state, slot);
    // The stores of a kind hold the fields of its state.
    return state as StateOfKind[Kind];
  }

  row<Kind extends ListKind>(kind: Kind, id: number, nowMs: number): Row<Kind> | null {
    const slot = tableOf(this.#tables, kind).slotOf(id);
    return slot === NO_SLOT ? null : this.#rowMaker(kind).row(slot, new DerivedState(this.#tables, nowMs));
  }

  statisticsGap(kind: KubeletKind, id: number, nowMs: number) {
    return statisticsGap(this.#tables, kind, id, nowMs);
  }

  /** In the order of the pod's state. */
  containersOf(podId: number, nowMs: number): Row<'container'>[] {
    const { pod, container } = this.#tables;
    const derived = new DerivedState(this.#tables, nowMs);
    const maker = this.#rowMaker('container');
    const rows: Row<'container'>[] = [];
    let slot = pod.firstContainer.get(pod.slotOf(podId));
    for (; slot !== NO_SLOT; slot = container.nextOfPod.get(slot)) rows.push(maker.row(slot, derived));
    return rows;
  }

  /** Pods of a node by phase. */
  podsByPhase(nodeId: number): Record<string, number> {
    const { node, pod, clusters } = this.#tables;
    const nodeSlot = node.slotOf(nodeId);
    const cluster = clusters.at(node.cluster.get(nodeSlot));
    const cnts: Record<string, number> = {};
    if (cluster === undefined) return cnts;
    eachOf(pod, cluster, (slot) => {
      if (pod.nodeSlot.get(slot) !== nodeSlot) return;
      const phase = podPhases[pod.state.phase.at(slot)] ?? 'Unknown';
      cnts[phase] = (cnts[phase] ?? 0) + 1;
    });
    return cnts;
  }

  podAmounts(kind: PodHolder, id: number, nowMs: number) {
    return podAmounts(new DerivedState(this.#tables, nowMs), kind, id);
  }

  /** Before a list with a text filter or a search: scans all texts, while other requests run. */
  async prepareTexts(...texts: readonly string[]): Promise<void> {
    for (const text of texts) await this.#tables.matches.prepare(text);
  }

  /** `also` is a separate state of deleted objects. The list merges them with the existing ones. */
  list<Kind extends ListKind>(kind: Kind, query: ListQuery<Kind>, also?: LiveState): ListAnswer<Kind> {
    const own = { tables: this.#tables, readers: this.#readers[kind] };
    if (also === undefined) return listOf([own], kind, query);
    return listOf([own, { tables: also.#tables, readers: also.#readers[kind] }], kind, query);
  }

  /** The ids of all objects of a list, in no order. */
  ids<Kind extends ListKind>(
    kind: Kind,
    query: Pick<ListQuery<Kind>, 'hostIds' | 'filter' | 'nowMs'>,
  ): number[] {
    return idsOf({ tables: this.#tables, readers: this.#readers[kind] }, kind, query);
  }

  names<Kind extends NamedKind>(kind: Kind, hostId: number): NamesOfKind[Kind] {
    const cluster = this.#tables.clusters.get(hostId);
    return cluster === undefined ? [] : namesOf[kind](this.#tables, cluster);
  }

  search(text: string, hostIds: ReadonlySet<number>, limit: number, nowMs: number): SearchAnswer {
    return searchIn(this.#tables, text, hostIds, limit, nowMs);
  }

  /** Tiles of the clusters that the caller may see and the conditions select. */
  dashboardTiles(conditions: SearchConditions, hostIds: ReadonlySet<number>, nowMs: number): DashboardTiles {
    return dashboardTiles(this.#tables, this.#readers, conditions, hostIds, nowMs);
  }

  /** The same tiles in several parts when there are many. Each part is collected when it is asked for. */
  dashboardParts(
    conditions: SearchConditions,
    hostIds: ReadonlySet<number>,
    nowMs: number,
    sizes?: { readonly onePartCnt: number; readonly partCnt: number },
  ): Generator<DashboardTiles, void, undefined> {
    return dashboardParts(this.#tables, this.#readers, conditions, hostIds, nowMs, sizes);
  }

  /** Other requests run whenever it has counted for `maxStretchMs`, so its counts are not of one instant. */
  dashboardSummary(
    hostIds: ReadonlySet<number>,
    nowMs: number,
    maxStretchMs?: number,
  ): Promise<DashboardSummary> {
    return dashboardSummary(this.#tables, hostIds, nowMs, maxStretchMs);
  }

  clusterState(hostId: number, nowMs: number): ClusterNow | null {
    return this.#ofCluster(hostId, nowMs, (cluster, derived) => clusterNow(cluster, derived));
  }

  clusterPulse(hostId: number, nowMs: number): ClusterPulse | null {
    return this.#ofCluster(hostId, nowMs, clusterPulse);
  }

  clusterSummary(hostId: number, nowMs: number): ClusterSummary | null {
    return this.#ofCluster(hostId, nowMs, clusterSummary);
  }

  /** The derived metrics of a cluster at its newest batch; NaN where a value is unknown. */
  clusterMetrics(hostId: number): ClusterMetrics | null {
    const lastMs = this.#tables.clusters.get(hostId)?.lastBatchAtMs ?? Number.NaN;
    return this.#ofCluster(hostId, lastMs, clusterMetrics);
  }

  #ofCluster<Answer>(
    hostId: number,
    nowMs: number,
    read: (cluster: Cluster, derived: DerivedState) => Answer,
  ): Answer | null {
    const cluster = this.#tables.clusters.get(hostId);
    return cluster === undefined ? null : read(cluster, new DerivedState(this.#tables, nowMs));
  }

  /** Number of objects by kind, and number of texts. */
  sizes(): Record<LiveKind | 'text', number> {
    const sizes = liveKinds.map((kind) => [kind, this.#tables[kind].size]);
    return { ...(Object.fromEntries(sizes) as Record<LiveKind, number>), text: this.#tables.strings.size };
  }

  #rowMaker<Kind extends ListKind>(kind: Kind): RowMaker<Kind> {
    return new RowMaker(kind, this.#readers[kind], this.#tables.strings);
  }

  #cluster(hostId: number): Cluster {
    const cluster = this.#tables.clusters.get(hostId);
    if (cluster === undefined) throw new Error(`cluster ${hostId} is not in the live state`);
    return cluster;
  }

  #removeAt(kind: StateKind, slot: number): void {
    if (kind === 'pod') removePod(this.#tables, slot);
    else {
      if (kind === 'node') orphanPods(this.#tables, slot);
      tableOf(this.#tables, kind).remove(slot);
    }
  }
}
