import type { Agent, Cluster } from '../tables/clusters.ts';

/** Times, facts and agents of a cluster, as another replica copies them. */
export interface ExportedCluster
  extends Pick<
    Cluster,
    'facts' | 'factsAtMs' | 'lastBatchAtMs' | 'inventoryAtMs' | 'lastInventoryMs' | 'rights'
  > {
  readonly agents: readonly Agent[];
  /** Container restarts of each minute since 1970 that has any. */
  readonly restarts: readonly MinuteCount[];
}

export type MinuteCount = readonly [minute: number, cnt: number];

export function exportCluster(cluster: Cluster): ExportedCluster {
  const { facts, factsAtMs, lastBatchAtMs, inventoryAtMs, lastInventoryMs, rights } = cluster;
  const agents = [...cluster.agents.values()].map(exportAgent);
  const restarts = cluster.restarts.minutes();
  return { facts, factsAtMs, lastBatchAtMs, inventoryAtMs, lastInventoryMs, rights, agents, restarts };
}

/** The pipeline adds fields to an agent that only the owner of its cluster needs. */
export function exportAgent(agent: Agent): Agent {
  const { agentId, role, version, lastBatchAtMs, clockSkewMs, problemList } = agent;
  return { agentId, role, version, lastBatchAtMs, clockSkewMs, problemList };
}

export function importCluster(cluster: Cluster, exported: ExportedCluster): void {
  const { agents, restarts, ...times } = exported;
  Object.assign(cluster, times);
  cluster.agents.clear();
  for (const agent of agents) cluster.agents.set(agent.agentId, agent);
  cluster.restarts.replace(restarts);
}
