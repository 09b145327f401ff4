import { cordon, uncordon } from '../controllers/nodes.ts';
import { reconcileAutoscaler } from '../world/policies.ts';
import type { Scenario } from './scenario.ts';

/** More than any autoscaler may serve. */
const DEMAND_FACTOR = 4;

export const policyScenarios = {
  'demand-peak': {
    title: 'The demand on a deployment is four times the usual: its autoscaler reaches its maximum',
    target: 'autoscaler',
    usualSec: 1800,
    weight: 1,
    start({ cluster, target }) {
      cluster.faults.demand.set(target, DEMAND_FACTOR);
      reconcileAutoscaler(cluster, target);
      return () => {
        cluster.faults.demand.delete(target);
        reconcileAutoscaler(cluster, target);
      };
    },
  },
  'drain-blocked': {
    title:
      'A node with pods of a workload is cordoned, and the disruption budget of the workload allows no eviction',
    target: 'disruptionBudget',
    usualSec: 1200,
    weight: 1,
    start({ cluster, target }) {
      const { poddisruptionbudgets, pods } = cluster.store;
      const budget = poddisruptionbudgets.get(target);
      if (!budget) throw new Error(`no disruption budget ${target}`);
      poddisruptionbudgets.update(target, { maxUnavailable: 0 });
      const pod = [...pods.values()].find(
        ({ namespace, template, nodeName }) =>
          namespace === budget.namespace && nodeName !== '' && template.labels.app === budget.selector.app,
      );
      if (pod) cordon(cluster, pod.nodeName);
      return () => {
        poddisruptionbudgets.update(target, { maxUnavailable: budget.maxUnavailable });
        if (pod) uncordon(cluster, pod.nodeName);
      };
    },
  },
} satisfies Record<string, Scenario>;
