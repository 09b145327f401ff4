import type { getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import { objectTypes } from '@gwanje/contract/dashboard/dashboard-options';
import { type MonResult, monResults } from '@gwanje/contract/objects/object-states';
import { isReadyCondition } from '@gwanje/kinds/node/index';
import type { z } from 'zod';
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

export function dashboardSummary(
  tables: LiveTables,
  hostIds: ReadonlySet<number>,
  nowMs: number,
): DashboardSummary {
  const derived = new DerivedState(tables, nowMs);
  const clusters = tables.clusters.of(hostIds);
  const tallies = clusters.map((cluster) => ({
    cluster,
    tally: new ClusterTally(cluster, derived),
  }));
  const sumOf = (cntOf: (counted: (typeof tallies)[number]) => number) =>
    tallies.reduce((sum, counted) => sum + cntOf(counted), 0);
  return {
    stateList: objectTypes.map((objectType) => stateLine(tables, clusters, objectType, derived)),
    volume: {
      cnt: sumOf(({ tally }) => tally.volume.cnt),
      boundCnt: sumOf(({ tally }) => tally.volume.cnt - tally.volume.unboundCnt),
    },
    claim: {
      cnt: sumOf(({ tally }) => tally.claim.cnt),
      pendingCnt: sumOf(({ tally }) => tally.claim.pendingCnt),
      lostCnt: sumOf(({ tally }) => tally.claim.lostCnt),
    },
    alarmCnt: {
      warning: sumOf(({ cluster }) => cluster.openAlarms.warning),
      critical: sumOf(({ cluster }) => cluster.openAlarms.critical),
    },
    platformList: tallies.map(({ cluster, tally }) => clusterNow(cluster, derived, tally)).sort(byName),
    azureList: clusters
      .filter(({ facts }) => facts?.platform === 'aks')
      .map((cluster) => azureOf(tables, cluster))
      .sort(byName),
  };
}

function stateLine(
  tables: LiveTables,
  clusters: readonly Cluster[],
  objectType: StateLine['objectType'],
  derived: DerivedState,
): StateLine {
  const cnts = new Int32Array(monResults.length);
  let totalCnt = 0;
  const count = (monResult: number) => {
    cnts[monResult] = (cnts[monResult] ?? 0) + 1;
    totalCnt++;
  };
  for (const cluster of clusters) {
    if (objectType === 'cluster') {
      count(clusterMonResult(cluster, derived));
      continue;
    }
    const table = tables[objectType];
    const sampled = sampleTimesOf(tables, objectType);
    eachOf(table, cluster, (slot) => count(derived.monResult(table, slot, sampled.at(slot))));
  }
  const cntOf = (state: MonResult) => cnts[monResults.indexOf(state)] ?? 0;
  const counts = {
    critical: cntOf('critical'),
    warning: cntOf('warning'),
    stale: cntOf('stale'),
    normal: cntOf('normal'),
    unmonitored: cntOf('unmonitored'),
  } satisfies Record<MonResult, number>;
  return { objectType, totalCnt, counts };
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
