import { AGENT_RULES, type PolicyRule } from '../api/access.ts';
import { createSimulator } from '../simulator.ts';

function without(rules: readonly PolicyRule[], ...resources: readonly string[]): PolicyRule[] {
  return rules.map((rule) => ({
    ...rule,
    resources: rule.resources?.filter((resource) => !resources.includes(resource)) ?? [],
  }));
}

const ACCOUNTS = {
  noPods: without(AGENT_RULES, 'pods', 'deployments'),
  noStatistics: without(AGENT_RULES, 'nodes/stats', 'nodes/metrics'),
} as const;

export interface TroubledCluster extends AsyncDisposable {
  readonly url: string;
  readonly ca: string;
  readonly tokens: { readonly agent: string; readonly outside: string };
  readonly kubelets: readonly { readonly nodeName: string; readonly url: string }[];
  /** The node whose kubelet answers with errors. */
  readonly broken: string;
}

/**
 * One small cluster with real certificates, a port for each kubelet (the second one is broken), and accounts that
 * lack a right.
 */
export async function startTroubledCluster(): Promise<TroubledCluster> {
  const simulator = await createSimulator({
    clusters: [{ name: 'troubled', flavour: 'aks', pods: 200 }],
    seed: 3,
    hasTls: true,
    hasKubelets: true,
    accounts: Object.entries(ACCOUNTS).map(([name, rules]) => ({
      token: `sim-${name}`,
      user: `system:serviceaccount:gwanje:${name}`,
      rules,
    })),
  });
  const [running] = simulator.clusters;
  const broken = running?.kubelets[1]?.nodeName;
  if (!running?.certificate || !broken) throw new Error('no cluster with certificates and two nodes');
  const { cluster, url, accounts, kubelets, certificate } = running;
  simulator.engine.start('kubelet-500', { cluster: cluster.name, target: broken });
  return {
    url,
    ca: certificate.cert,
    tokens: { agent: accounts.agent.token, outside: accounts.outside.token },
    kubelets,
    broken,
    [Symbol.asyncDispose]: () => simulator[Symbol.asyncDispose](),
  };
}
