import { exposeToFault } from '../controllers/containers.ts';
import { deploymentAt } from './change-deployment.ts';
import type { Scenario } from './scenario.ts';

export const crashLoop: Scenario = {
  title: 'The containers of a deployment crash soon after every start',
  target: 'deployment',
  usualSec: 600,
  weight: 3,
  start({ cluster, target }) {
    const { template } = deploymentAt(cluster, target);
    cluster.faults.crashes.set(template.id, {
      containerIndex: 0,
      afterSec: 4,
      exitCode: 1,
      reason: 'Error',
    });
    exposeToFault(cluster, template.id);
    return () => cluster.faults.crashes.delete(template.id);
  },
};
