import type { ClusterState } from '@gwanje/contract/clusters/cluster-state';
import type { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import {
  type MonResult,
  monResults,
  nodeConditions,
  podPhases,
} from '@gwanje/contract/objects/object-states';
import type { MetricName } from '@gwanje/kinds/state/states';
import type { z } from 'zod';
import { type Agent, activeAgents, type Cluster, stateAtMs } from '../tables/clusters.ts';
import { type DerivedState, monResultIndex, STALE_MS } from '../tables/derived-state.ts';
import { countStatistics, tallyOf } from './cluster-tally.ts';

export type ClusterNow = z.input<typeof ClusterState>;
export type ClusterSummary = Omit<z.input<(typeof getClusterSummary)['response']>, 'serverTime'>;
export type ClusterMetrics = Record<MetricName<'cluster'>, number>;

/** A clock that differs by more is reported. */
const WRONG_CLOCK_MS = 30_000;

export function clusterSummary(cluster: Cluster, derived: DerivedState): ClusterSummary {
  const tally = tallyOf(cluster, derived);
  const byStatus = [...tally.byStatus].map(([ref, cnt]) => [derived.tables.strings.text(ref), cnt] as const);
  return {
    ...clusterNow(cluster, derived, tally),
    cpuCores: { ...tally.cpuCores, used: tally.cpuCores.used.sum },
    memBytes: { ...tally.memBytes, used: tally.memBytes.used.sum },
    virtualNodeCnt: tally.virtualNodeCnt,
    pods: { used: tally.podPlacedCnt, waiting: tally.podWaitingCnt, allocatable: tally.podCapacity },
    fsBytes: { used: tally.fsUsedBytes.sum, capacity: tally.fsCapacityBytes.sum },
    netRxBps: tally.netRxBps.sum,
    netTxBps: tally.netTxBps.sum,
    nodesByCondition: named(nodeConditions, tally.byCondition),
    podsByPhase: named(podPhases, tally.byPhase),
    podsByStatus: Object.fromEntries(byStatus.sort((a, b) => b[1] - a[1])),
    restartCnt: tally.restartCnt,
    recentRestartCnt: cluster.restarts.since(derived.nowMs),
    namespaceCnt: tally.namespaceCnt,
    volume: {
      ...tally.volume,
      usedBytes: tally.pvUsedBytes.sum,
      utilizationPct: tally.pvUtilizationPct,
    },
    claim: tally.claim,
    agentList: agentsToShow(cluster).map((agent) => ({
      agentId: agent.agentId,
      role: agent.role,
      version: agent.version,
      lastBatchAt: new Date(agent.lastBatchAtMs).toISOString(),
      clockSkewMs: agent.clockSkewMs,
      isClockWrong: Math.abs(agent.clockSkewMs) > WRONG_CLOCK_MS,
      problemList: [...agent.problemList],
    })),
  };
}

export function clusterMetrics(cluster: Cluster, derived: DerivedState): ClusterMetrics {
  const tally = tallyOf(cluster, derived);
  // Counts of a cluster without recent data are unknown, so charts show when the data stopped.
  const counted = (cnt: number) => (derived.isOld(cluster.index, Number.NaN) === 1 ? Number.NaN : cnt);
  return {
    cpuUsedCores: tally.cpuCores.used.sum ?? Number.NaN,
    memUsedBytes: tally.memBytes.used.sum ?? Number.NaN,
    fsUsedBytes: tally.fsUsedBytes.sum ?? Number.NaN,
    netRxBps: tally.netRxBps.sum ?? Number.NaN,
    netTxBps: tally.netTxBps.sum ?? Number.NaN,
    nodeCnt: counted(tally.nodeCnt),
    nodeReadyCnt: counted(tally.nodeReadyCnt),
    podCnt: counted(tally.podCnt),
    podRunningCnt: counted(tally.phase('Running')),
    podPendingCnt: counted(tally.phase('Pending')),
    podFailedCnt: counted(tally.phase('Failed')),
    containerCnt: counted(tally.containerCnt),
    restartCnt: counted(tally.restartCnt),
    pvUsedBytes: tally.pvUsedBytes.sum ?? Number.NaN,
    pvCapacityBytes: counted(tally.volume.capacityBytes),
    pvUnboundCnt: counted(tally.volume.unboundCnt),
  };
}

/** Index into `monResults`. A cluster that its agent may not read is not normal. */
export function clusterMonResult(cluster: Cluster, derived: DerivedState): number {
  const isStale = derived.isOld(cluster.index, Number.NaN) === 1 || cluster.rights.isAnyMissing;
  return monResultIndex(cluster.isMonitored, cluster.criticalCnt, cluster.warningCnt, isStale);
}

/** State that the server pushes to screens. Of all objects it counts only the nodes. */
export interface ClusterPulse {
  readonly monResult: MonResult;
  readonly dataAt: string | null;
  readonly isStale: boolean;
  readonly isApiReachable: boolean | null;
  readonly inventoryStoppedAt: string | null;
  readonly alarmsFailingSince: string | null;
  readonly missingStatistics: ClusterState['missingStatistics'];
}

export function clusterPulse(cluster: Cluster, derived: DerivedState): ClusterPulse {
  return {
    monResult: monResults[clusterMonResult(cluster, derived)] ?? 'normal',
    dataAt: timeOf(stateAtMs(cluster)),
    isStale: derived.isOld(cluster.index, Number.NaN) === 1,
    isApiReachable: cluster.facts?.isApiReachable ?? null,
    inventoryStoppedAt: inventoryStoppedAt(cluster, derived),
    alarmsFailingSince: timeOf(cluster.alarmsFailingSinceMs),
    missingStatistics: missingStatistics(cluster, derived),
  };
}

export function clusterNow(
  cluster: Cluster,
  derived: DerivedState,
  tally = tallyOf(cluster, derived),
): ClusterNow {
  const agents = agentsOf(cluster);
  const { facts } = cluster;
  return {
    hostId: cluster.hostId,
    name: cluster.name,
    ...clusterPulse(cluster, derived),
    childMonResult: tally.worst,
    platform: facts?.platform ?? null,
    kubernetesVersion: facts?.kubernetesVersion ?? null,
    apiLatencyMs: facts?.apiLatencyMs ?? null,
    agentCnt: agents.length,
    agentVersionList: [...new Set(agents.map(({ version }) => version))].sort(),
    nodeCnt: tally.nodeCnt,
    nodeReadyCnt: tally.nodeReadyCnt,
    podCnt: tally.podCnt,
    podRunningCnt: tally.phase('Running'),
    containerCnt: tally.containerCnt,
    systemPodCnt: tally.systemPodCnt,
    systemPodReadyCnt: tally.systemPodReadyCnt,
    problemCnt: agents.reduce((sum, { problemList }) => sum + problemList.length, 0),
  };
}

/** Set while other agents still send. When the whole cluster is silent, the age of its data shows it. */
function inventoryStoppedAt(
  { inventoryAtMs, lastBatchAtMs }: Cluster,
  { nowMs }: DerivedState,
): string | null {
  const isStopped = nowMs - inventoryAtMs >= STALE_MS && nowMs - lastBatchAtMs < STALE_MS;
  return isStopped ? timeOf(inventoryAtMs) : null;
}

/** While the whole cluster is silent, the age of its data shows it. */
function missingStatistics(cluster: Cluster, derived: DerivedState): ClusterState['missingStatistics'] {
  const { missingCnt, awaitedCnt, sinceMs } = countStatistics(cluster, derived);
  const since = timeOf(sinceMs);
  if (missingCnt === 0 || since === null || derived.isOld(cluster.index, Number.NaN) === 1) return null;
  return { nodeCnt: missingCnt, awaitedNodeCnt: awaitedCnt, since };
}

function timeOf(ms: number): string | null {
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

export function versionsOf(cluster: Cluster): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { version } of agentsOf(cluster)) counts.set(version, (counts.get(version) ?? 0) + 1);
  return counts;
}

function agentsOf(cluster: Cluster): Agent[] {
  return activeAgents(cluster).sort(byId);
}

/** Active agents, and the last one that sent inventory if none does now. */
function agentsToShow(cluster: Cluster): Agent[] {
  const atWork = agentsOf(cluster);
  if (atWork.some(({ role }) => role === 'cluster')) return atWork;
  const missed = [...cluster.agents.values()]
    .filter(({ role }) => role === 'cluster')
    .sort((a, b) => b.lastBatchAtMs - a.lastBatchAtMs)
    .slice(0, 1);
  return [...atWork, ...missed].sort(byId);
}

function byId(a: Agent, b: Agent): number {
  return a.agentId < b.agentId ? -1 : 1;
}

function named(names: readonly string[], counts: Int32Array): Record<string, number> {
  return Object.fromEntries(
    names.map((name, at) => [name, counts[at] ?? 0] as const).filter(([, cnt]) => cnt > 0),
  );
}
