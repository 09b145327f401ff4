import { z } from 'zod';
import { agentProblems, agentRoles } from './agent/words.ts';
import { Timestamp } from './fields.ts';
import { HostId } from './ids.ts';
import { MonResultField } from './objects.ts';
import { platforms } from './states.ts';

/** What is known of a cluster at this moment; `dataAt` null: its agent has never been heard. */
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
  /** Since when its alarms cannot be evaluated: whatever goes wrong in it, nobody is told. Null: they are. */
  alarmsFailingSince: Timestamp.nullable().default(null),
  /** Of when its states and events are, where no more of them come while figures of its nodes do. Null: they come. */
  inventoryStoppedAt: Timestamp.nullable().default(null),
});
export type ClusterState = z.infer<typeof ClusterState>;

export const AgentState = z.object({
  agentId: z.string(),
  role: z.enum(agentRoles),
  version: z.string(),
  lastBatchAt: Timestamp,
  /** How far the agent's clock is ahead of ours. */
  clockSkewMs: z.number(),
  isClockWrong: z.boolean(),
  problemList: z.array(z.object({ problem: z.enum(agentProblems), detail: z.string(), since: Timestamp })),
});
