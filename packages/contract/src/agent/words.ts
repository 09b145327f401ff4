/**
 * Which cluster an agent says it is of. It opens nothing: where the token is not known, the doctor of that cluster can
 * say so.
 */
export const CLUSTER_HEADER = 'x-gwanje-cluster-id';

export const agentRoles = ['cluster', 'node'] as const;

/** What the agent found wrong, in words of one table: the console's doctor shows a sentence for each. */
export const agentProblems = [
  'apiUnreachable',
  'apiUnauthorized',
  'apiForbidden',
  'kubeletUnreachable',
  'kubeletUnauthorized',
  'kubeletTls',
  'kubeletError',
  /** Nodes that take no agent, and whose kubelet nobody may read for them. */
  'nodeWithoutStatistics',
  'bufferFull',
] as const;
export type AgentProblem = (typeof agentProblems)[number];
