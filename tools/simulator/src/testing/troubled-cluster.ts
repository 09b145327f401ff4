import { AGENT_RULES, type PolicyRule } from '../api/access.ts';
import { createSimulator } from '../simulator.ts';

/*
 * Run as a process: one small cluster with real certificates, a port for each kubelet (the last one is
 * broken), and accounts that lack a right. Prints everything in one line of JSON.
 */
process.once('disconnect', () => process.exit(1));

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
if (!running) throw new Error('no cluster');
const { cluster, url, accounts, kubelets, certificate } = running;
const [, { nodeName: broken } = { nodeName: '' }] = kubelets;
simulator.engine.start('kubelet-500', { cluster: cluster.name, target: broken });
const tokens = { agent: accounts.agent.token, outside: accounts.outside.token };
process.stdout.write(`${JSON.stringify({ url, tokens, kubelets, broken, ca: certificate?.cert })}\n`);
