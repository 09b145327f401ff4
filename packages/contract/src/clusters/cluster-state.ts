import { z } from 'zod';
import { agentProblems, agentRoles } from '../agent/agent-problems.ts';
import { HostId, Timestamp } from '../definition/fields.ts';
import { MonResultField } from '../objects/object-states.ts';

/** How Kubernetes runs the cluster, detected from its nodes. */
export const platforms = ['aks', 'eks', 'gke', 'onprem'] as const;
export type Platform = (typeof platforms)[number];

/** The current state of a cluster; `dataAt` null: its agent has never been in contact. */
export const ClusterState = z.object({
  hostId: HostId,
  name: z.string(),
  monResult: MonResultField,
  childMonResult: MonResultField,
  platform: z.enum(platforms).nullable(),
  kubernetesVersion: z.string().nullable(),
  isApiReachable: z.boolean().nullable(),
  apiLatencyMs: z.number().nullable(),
  dataAt: Timestamp.nullable(),
  isStale: z.boolean(),
  agentCnt: z.int(),
  agentVersionList: z.array(z.string()),
  nodeCnt: z.int(),
  nodeReadyCnt: z.int(),
  podCnt: z.int(),
  podRunningCnt: z.int(),
  containerCnt: z.int(),
  systemPodCnt: z.int(),
  systemPodReadyCnt: z.int(),
  problemCnt: z.int(),
  /**
   * Since when its alarms cannot be evaluated, so that no alarm is raised or sent. Null: they are evaluated.
   */
  alarmsFailingSince: Timestamp.nullable().default(null),
  /**
   * The time of its last states and events, when only samples of its nodes still arrive. Null: all arrive.
   */
  inventoryStoppedAt: Timestamp.nullable().default(null),
  /** Nodes that are ready and send no statistics, and since when the first of them. Null: there are none. */
  missingStatistics: z
    .object({ nodeCnt: z.int(), awaitedNodeCnt: z.int(), since: Timestamp })
    .nullable()
    .default(null),
});
export type ClusterState = z.infer<typeof ClusterState>;

export const AgentState = z.object({
  agentId: z.string(),
  role: z.enum(agentRoles),
  version: z.string(),
  lastBatchAt: Timestamp,
  /** How far the agent's clock is ahead of the server's clock. */
  clockSkewMs: z.number(),
  isClockWrong: z.boolean(),
  problemList: z.array(z.object({ problem: z.enum(agentProblems), detail: z.string(), since: Timestamp })),
});
