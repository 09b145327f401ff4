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
