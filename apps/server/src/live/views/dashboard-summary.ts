import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import { type ObjectType, objectTypes } from '@gwanje/contract/dashboard/dashboard-options';
import { type MonResult, monResults } from '@gwanje/contract/objects/object-states';
import { isReadyCondition } from '@gwanje/kinds/node/index';
import type { z } from 'zod';
import { reusedInts, reusedNumbers } from '../columns/reused-array.ts';
import type { Cluster } from '../tables/clusters.ts';
import { DerivedState } from '../tables/derived-state.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { sampleTimesOf } from '../tables/sample-times.ts';
import { clusterMonResult, clusterNow } from './cluster-answers.ts';
import { ClusterTally, eachOf } from './cluster-tally.ts';

export type DashboardSummary = Omit<z.input<(typeof getDashboardSummary)['response']>, 'serverTime'>;
type StateLine = DashboardSummary['stateList'][number];
type Azure = DashboardSummary['azureList'][number];
type Pool = Azure['poolList'][number];

/** Counting 5,000 pods and their containers takes 2 ms. Between two clusters other requests may run. */
const MAX_STRETCH_MS = 5;

export async function dashboardSummary(
  tables: LiveTables,
  hostIds: ReadonlySet<number>,
  nowMs: number,
): Promise<DashboardSummary> {
  const derived = new DerivedState(tables, nowMs);
  const cnts = new StateCounts(derived);
  const volume = { cnt: 0, boundCnt: 0 };
  const claim = { cnt: 0, pendingCnt: 0, lostCnt: 0 };
  const alarmCnt = { warning: 0, critical: 0 };
  const platformList: DashboardSummary['platformList'] = [];
  const azureList: Azure[] = [];
  const eventLoop = new EventLoopYield(MAX_STRETCH_MS);
  for (const cluster of tables.clusters.of(hostIds)) {
    await eventLoop.yieldIfDue();
    // It may have been deleted in the meantime.
    if (tables.clusters.get(cluster.hostId) !== cluster) continue;
    const tally = new ClusterTally(cluster, derived);
    cnts.add(cluster);
    volume.cnt += tally.volume.cnt;
    volume.boundCnt += tally.volume.cnt - tally.volume.unboundCnt;
    claim.cnt += tally.claim.cnt;
    claim.pendingCnt += tally.claim.pendingCnt;
    claim.lostCnt += tally.claim.lostCnt;
    alarmCnt.warning += cluster.openAlarms.warning;
    alarmCnt.critical += cluster.openAlarms.critical;
    platformList.push(clusterNow(cluster, derived, tally));
    if (cluster.facts?.platform === 'aks') azureList.push(azureOf(tables, cluster));
  }
  return {
    stateList: objectTypes.map((objectType) => cnts.line(objectType)),
    volume,
    claim,
    alarmCnt,
    platformList: platformList.sort(byName),
    azureList: azureList.sort(byName),
  };
}

const slotBuffer = reusedInts();
const resultBuffer = reusedNumbers();

/** Objects of several clusters by type and state. */
class StateCounts {
  readonly #derived: DerivedState;
  readonly #cnts = new Map<ObjectType, Int32Array>();

  constructor(derived: DerivedState) {
    this.#derived = derived;
    for (const objectType of objectTypes) this.#cnts.set(objectType, new Int32Array(monResults.length));
  }

  add(cluster: Cluster): void {
    for (const [objectType, cnts] of this.#cnts) {
      if (objectType === 'cluster') count(cnts, clusterMonResult(cluster, this.#derived));
      else this.#addObjects(objectType, cluster, cnts);
    }
  }

  #addObjects(objectType: Exclude<ObjectType, 'cluster'>, cluster: Cluster, cnts: Int32Array): void {
    const { tables } = this.#derived;
    const table = tables[objectType];
    const slots = slotBuffer.take(table.aliveCnt(cluster.index));
    let cnt = 0;
    eachOf(table, cluster, (slot) => {
      slots[cnt++] = slot;
    });
    const results = resultBuffer.take(cnt);
    this.#derived.collectMonResults(results, slots, table, sampleTimesOf(tables, objectType));
    for (let at = 0; at < cnt; at++) count(cnts, results[at] ?? 0);
  }

  line(objectType: ObjectType): StateLine {
    const cnts = this.#cnts.get(objectType) ?? new Int32Array(monResults.length);
    const cntOf = (state: MonResult) => cnts[monResults.indexOf(state)] ?? 0;
    const counts = {
      critical: cntOf('critical'),
      warning: cntOf('warning'),
      stale: cntOf('stale'),
      normal: cntOf('normal'),
      unmonitored: cntOf('unmonitored'),
    } satisfies Record<MonResult, number>;
    return { objectType, totalCnt: cnts.reduce((sum, cnt) => sum + cnt, 0), counts };
  }
}

function count(cnts: Int32Array, state: number): void {
  cnts[state] = (cnts[state] ?? 0) + 1;
}

/** Read from the labels that Azure sets on its nodes. */
function azureOf(tables: LiveTables, cluster: Cluster): Azure {
  const { node } = tables;
  const nodeSlots: number[] = [];
  eachOf(node, cluster, (slot) => nodeSlots.push(slot));
  const pools = Map.groupBy(nodeSlots, (slot) => node.state.pool.get(slot) ?? '');
  const regions = Map.groupBy(nodeSlots, (slot) => node.state.region.get(slot) ?? '');
  const [mostly] = [...regions]
    .filter(([region]) => region !== '')
    .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  return {
    hostId: cluster.hostId,
    name: cluster.name,
    region: mostly?.[0] ?? null,
    kubernetesVersion: cluster.facts?.kubernetesVersion ?? null,
    poolList: [...pools].map(([name, slots]) => poolOf(tables, name, slots)).sort(byName),
  };
}

function poolOf({ node }: LiveTables, name: string, slots: readonly number[]): Pool {
  const { state } = node;
  const isReady = (slot: number) => isReadyCondition(state.condition.get(slot));
  return {
    name,
    nodeCnt: slots.length,
    readyCnt: slots.filter(isReady).length,
    vmSizeList: distinct(slots.map((slot) => state.instanceType.get(slot))),
    zoneList: distinct(slots.map((slot) => state.zone.get(slot))),
    versionList: distinct(slots.map((slot) => state.kubeletVersion.get(slot))),
  };
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts.filter((text) => text !== null))].sort();
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
