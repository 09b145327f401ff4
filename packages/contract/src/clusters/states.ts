import { z } from 'zod';
import { agentProblems, agentRoles } from '../agent/agent-problems.ts';
import { endpoint } from '../definition/endpoint.ts';
import { HostId, Timestamp } from '../definition/fields.ts';

/*
 * The states that calls return and lists sort by, in the order of section 15 of the design: worst first. Then
 * the shapes and calls that all kinds of objects share.
 */

/** Worst first: the dashboard's sort order, and the precedence when an object has several states. */
export const monResults = ['critical', 'warning', 'stale', 'normal', 'unmonitored'] as const;
export type MonResult = (typeof monResults)[number];

export const podPhases = ['Failed', 'Unknown', 'Pending', 'Running', 'Succeeded'] as const;
export type PodPhase = (typeof podPhases)[number];

/** A node shows its worst condition. The pressures have equal rank. */
export const nodeConditions = [
  'NotReady',
  'Unknown',
  'MemoryPressure',
  'DiskPressure',
  'PIDPressure',
  'NetworkUnavailable',
  'SchedulingDisabled',
  'Ready',
] as const;
export type NodeCondition = (typeof nodeConditions)[number];

export const containerStates = ['terminatedWithError', 'waiting', 'running', 'terminated'] as const;
export type ContainerState = (typeof containerStates)[number];

export const containerTypes = ['regular', 'sidecar', 'init', 'ephemeral'] as const;

export const volumePhases = ['Failed', 'Released', 'Pending', 'Available', 'Bound'] as const;
export const claimPhases = ['Lost', 'Pending', 'Bound'] as const;

export const eventLevels = ['normal', 'warning', 'critical'] as const;
export type EventLevel = (typeof eventLevels)[number];

/** How Kubernetes runs the cluster, detected from its nodes. */
export const platforms = ['aks', 'eks', 'gke', 'onprem'] as const;
export type Platform = (typeof platforms)[number];

export const MonResultField = z.enum(monResults);

/** One change in the state of an object, as text: field, old value, new value. */
export const StateChange = z.object({
  at: Timestamp,
  changes: z.array(z.object({ what: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
});

export const Condition = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  changedAt: Timestamp.nullable(),
});

export const Labels = z.record(z.string(), z.string());

/** One object, also if it is deleted: its row with the fields in `more`. */
export function objectInfo<const Name extends string, Row extends z.ZodRawShape, More extends z.ZodRawShape>(
  name: Name,
  row: z.ZodObject<Row>,
  wallboards: boolean,
  more: More,
) {
  return endpoint({
    route: `GET /${name}/info/:${name}Id`,
    summary: `One ${name}, also if it is deleted`,
    access: 'all',
    wallboards,
    response: row.extend({ serverTime: Timestamp, ...more, changeList: z.array(StateChange) }),
  });
}

/** A name-list entry of an existing object. */
export function nameEntry<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ ...shape, name: z.string() });
}

/** Changes objects of one kind. For now only whether they are monitored (감시 제외). */
export function objectUpdate<Id extends z.ZodRawShape>(kind: string, summary: string, id: Id) {
  return endpoint({
    route: `PUT /${kind}/update`,
    summary,
    access: 'groupAdmin',
    body: z
      .array(z.strictObject({ ...id, isMonitored: z.boolean() }))
      .min(1)
      .max(1000),
  });
}

/** Why an object has no statistics: a problem that an agent reports, or one that the server sees itself. */
export const statisticsGapReasons = [
  ...agentProblems,
  'nodeNotReady',
  /** No agent reports anything about its node. */
  'nodeAgentMissing',
  /** The statistics of its node arrive, but without this object. */
  'notReported',
] as const;
export type StatisticsGapReason = (typeof statisticsGapReasons)[number];

/** Since when an object has no statistics, and why. */
export const StatisticsGap = z.object({
  since: Timestamp,
  reason: z.enum(statisticsGapReasons),
  /** The error text of the component that refused. */
  detail: z.string().nullable(),
});
export type StatisticsGap = z.infer<typeof StatisticsGap>;

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
