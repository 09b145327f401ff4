import { z } from 'zod';
import { Timestamp } from '../definition/fields.ts';

/**
 * The key of the cluster that an agent claims, from its manifest. It grants no access. When the token is unknown, the
 * installation check of that cluster reports it.
 */
export const CLUSTER_KEY_HEADER = 'x-gwanje-cluster-key';
export const ClusterKey = z.string().regex(/^gwk_[0-9a-f]{32}$/, 'must be the cluster key of a manifest');

export const agentRoles = ['cluster', 'node'] as const;

/** The problems that an agent reports. The console's installation check shows a message for each. */
export const agentProblems = [
  'apiUnreachable',
  'apiError',
  'apiUnauthorized',
  'apiForbidden',
  /** The agent reads kubelets through the API server, which does not let it use nodes/proxy. */
  'apiProxyForbidden',
  'kubeletUnreachable',
  /** The API server or the agent cannot resolve the name of a node. */
  'kubeletNameUnresolved',
  'kubeletUnauthorized',
  'kubeletTls',
  'kubeletError',
  /** Nodes that run no agent and whose kubelet no other agent may read. */
  'nodeWithoutStatistics',
  'bufferFull',
] as const;
export type AgentProblem = (typeof agentProblems)[number];

/**
 * Why a batch is refused. The installation check has a message for each reason. The agent keeps the batch when its
 * token is refused, sends it under a new id after `agentIdConflict`, and sets it aside after the other reasons.
 * `busy` is not in the list, because it is temporary.
 */
export const refusalReasons = [
  'unknownToken',
  'revokedToken',
  /** A cluster agent uses the token of the node agents, or the reverse. */
  'wrongTokenRole',
  /** The number of the batch does not follow the stored ones. */
  'agentIdConflict',
  'notDecodable',
  'tooLarge',
  'invalidBatch',
  'futureClock',
  'negativeValue',
  'objectLimit',
  'seriesLimit',
  'eventLimit',
  'changeLimit',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/**
 * The problems that the check of an installation can report. The console has a message and a remedy for each.
 */
export const installFindings = [
  'noValidToken',
  /** The server address in manifests is reachable only from the server's own machine. */
  'localServerUrl',
  'noConnection',
  'silent',
  'inventorySilent',
  'unknownToken',
  'revokedToken',
  'wrongTokenRole',
  'agentIdConflict',
  'futureClock',
  'negativeValue',
  'clockSkew',
  'outdatedAgent',
  'unreadableBatches',
  'tooLarge',
  'objectLimit',
  'seriesLimit',
  'eventLimit',
  'changeLimit',
  'apiUnreachable',
  'apiError',
  'apiUnauthorized',
  'missingRight',
  'apiProxyForbidden',
  'kubeletUnreachable',
  'kubeletNameUnresolved',
  'kubeletUnauthorized',
  'kubeletTls',
  'kubeletError',
  'nodeAgentsMissing',
  'nodeWithoutStatistics',
  'bufferFull',
] as const;
export type InstallFinding = (typeof installFindings)[number];

export const Finding = z.object({
  finding: z.enum(installFindings),
  /** When it began, or when it was last seen. */
  at: Timestamp.nullable(),
  /** How many agents, nodes or batches are affected. */
  cnt: z.int(),
  /** The names of the affected rights, nodes, agents or versions. Only the first few. */
  nameList: z.array(z.string()),
  /** The error text of the server or component that refused. */
  detail: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;
