import { changeDeployment, deploymentAt } from './change-deployment.ts';
import type { Scenario } from './scenario.ts';

export const scaleDown: Scenario = {
  title: 'A deployment is left with half its replicas',
  target: 'deployment',
  usualSec: 600,
  weight: 6,
  start({ cluster, target }) {
    const { replicas } = deploymentAt(cluster, target);
    changeDeployment(cluster, target, { replicas: Math.max(1, Math.floor(replicas / 2)) });
    return () => changeDeployment(cluster, target, { replicas });
  },
};
