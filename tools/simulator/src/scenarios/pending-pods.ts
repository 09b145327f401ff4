import { withRequest } from '../world/templates.ts';
import { changeDeployment, deploymentAt } from './change-deployment.ts';
import type { Scenario } from './scenario.ts';

/** More than any machine has. */
const TOO_MUCH_MILLI_CPU = 512_000;

export const pendingPods: Scenario = {
  title: 'A deployment asks for more CPU than any node has; its new pods stay pending',
  target: 'deployment',
  usualSec: 600,
  weight: 3,
  start({ cluster, target }) {
    const { template } = deploymentAt(cluster, target);
    changeDeployment(cluster, target, { template: withRequest(cluster, template, TOO_MUCH_MILLI_CPU) });
    return () => changeDeployment(cluster, target, { template });
  },
};
