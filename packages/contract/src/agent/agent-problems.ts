/**
 * The cluster id that an agent claims. It grants no access. When the token is unknown, the installation check
 * of that cluster can report it.
 */
export const CLUSTER_HEADER = 'x-gwanje-cluster-id';

export const agentRoles = ['cluster', 'node'] as const;

/** The problems that an agent reports. The console's installation check shows a message for each. */
export const agentProblems = [
  'apiUnreachable',
  'apiError',
  'apiUnauthorized',
  'apiForbidden',
  'kubeletUnreachable',
  'kubeletUnauthorized',
  'kubeletTls',
  'kubeletError',
  /** Nodes that run no agent and whose kubelet no other agent may read. */
  'nodeWithoutStatistics',
  'bufferFull',
] as const;
export type AgentProblem = (typeof agentProblems)[number];
