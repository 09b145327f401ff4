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
