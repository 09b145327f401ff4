import type { Scenario } from './scenario.ts';

/** The share of the limit that is used while the scenario runs. */
const USED = 0.97;

export const namespaceScenarios = {
  'quota-near-limit': {
    title: 'An administrator lowers the quotas of a namespace to little more than it uses',
    target: 'namespace',
    usualSec: 900,
    weight: 0,
    start({ cluster, target }) {
      const { resourcequotas } = cluster.store;
      const quotas = [...resourcequotas.values()].filter(({ namespace }) => namespace === target);
      for (const { namespace, name, hard, used } of quotas) {
        const lowered = Object.entries(hard).map(([resource, limit]) => {
          const use = used[resource] ?? 0;
          return [resource, use > 0 ? Math.max(1, Math.round(use / USED)) : limit];
        });
        resourcequotas.update(`${namespace}/${name}`, { hard: Object.fromEntries(lowered) });
      }
      return () => {
        for (const { namespace, name, hard } of quotas)
          resourcequotas.update(`${namespace}/${name}`, { hard });
      };
    },
  },
} satisfies Record<string, Scenario>;
