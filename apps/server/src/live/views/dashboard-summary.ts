import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import { type ObjectType, objectTypes } from '@gwanje/contract/dashboard/dashboard-options';
import { type MonResult, monResults } from '@gwanje/contract/objects/object-states';
import { isReadyCondition } from '@gwanje/kinds/node/index';
import type { z } from 'zod';
import type { Cluster } from '../tables/clusters.ts';
import { DerivedState } from '../tables/derived-state.ts';
import type { LiveTables } from '../tables/live-tables.ts';
import { sampleTimesOf } from '../tables/sample-times.ts';
import { aliveBlocks, BLOCK_CNT } from '../tables/slots.ts';
import { clusterMonResult, clusterNow } from './cluster-answers.ts';
import { ClusterTally, eachOf } from './cluster-tally.ts';

export type DashboardSummary = Omit<z.input<(typeof getDashboardSummary)['response']>, 'serverTime'>;
type StateLine = DashboardSummary['stateList'][number];
type Azure = DashboardSummary['azureList'][number];
type Pool = Azure['poolList'][number];

/** Other requests run after this time, also in the middle of a cluster. The counts are not of one instant. */
const MAX_STRETCH_MS = 5;

export async function dashboardSummary(
  tables: LiveTables,
  hostIds: ReadonlySet<number>,
  nowMs: number,
  maxStretchMs = MAX_STRETCH_MS,
): Promise<DashboardSummary> {
  const derived = new DerivedState(tables, nowMs);
  const cnts: Record<ObjectType, Int32Array> = {
    cluster: new Int32Array(monResults.length),
    node: new Int32Array(monResults.length),
    pod: new Int32Array(monResults.length),
    container: new Int32Array(monResults.length),
  };
  const waiting = { podCnt: 0, cpuCores: 0, memBytes: 0 };
  const volume = { cnt: 0, boundCnt: 0 };
  const claim = { cnt: 0, pendingCnt: 0, lostCnt: 0 };
  const alarmCnt = { warning: 0, critical: 0 };
  const platformList: DashboardSummary['platformList'] = [];
  const azureList: Azure[] = [];
  const eventLoop = new EventLoopYield(maxStretchMs);
  for (const cluster of tables.clusters.of(hostIds)) {
    const tally = new ClusterTally();
    for (const steps = tally.count(cluster, derived); !steps.next().done; ) await eventLoop.yieldIfDue();
    const containers = new Int32Array(monResults.length);
    for (const steps = countContainers(containers, cluster, derived); !steps.next().done; )
      await eventLoop.yieldIfDue();
    // It may have been deleted in the meantime.
    if (tables.clusters.get(cluster.hostId) !== cluster) continue;
    count(cnts.cluster, clusterMonResult(cluster, derived));
    addAll(cnts.node, tally.nodeResults);
    addAll(cnts.pod, tally.podResults);
    addAll(cnts.container, containers);
    waiting.podCnt += tally.podWaitingCnt;
    waiting.cpuCores += tally.cpuCores.waitingRequest;
    waiting.memBytes += tally.memBytes.waitingRequest;
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
    stateList: objectTypes.map((objectType) => stateLine(objectType, cnts[objectType])),
    waiting,
    volume,
    claim,
    alarmCnt,
    platformList: platformList.sort(byName),
    azureList: azureList.sort(byName),
  };
}

const results = new Float64Array(BLOCK_CNT);

/** Counts in steps, like the tally: a tally without containers takes half the time. */
function* countContainers(
  cnts: Int32Array,
  cluster: Cluster,
  derived: DerivedState,
): Generator<void, void, undefined> {
  const { tables } = derived;
  const samples = sampleTimesOf(tables, 'container');
  for (const slots of aliveBlocks(tables, tables.container, cluster)) {
    derived.collectMonResults(results, slots, tables.container, samples);
    for (let at = 0; at < slots.length; at++) count(cnts, results[at] ?? 0);
    yield;
  }
}

function stateLine(objectType: ObjectType, cnts: Int32Array): StateLine {
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

function count(cnts: Int32Array, state: number): void {
  cnts[state] = (cnts[state] ?? 0) + 1;
}

function addAll(cnts: Int32Array, others: Int32Array): void {
  for (const [state, cnt] of others.entries()) cnts[state] = (cnts[state] ?? 0) + cnt;
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
