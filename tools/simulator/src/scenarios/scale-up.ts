import { changeDeployment, deploymentAt } from './change-deployment.ts';
import type { Scenario } from './scenario.ts';

export const scaleUp: Scenario = {
  title: 'A deployment gets half as many replicas again',
  target: 'deployment',
  usualSec: 600,
  weight: 6,
  start({ cluster, target }) {
    const { replicas } = deploymentAt(cluster, target);
    changeDeployment(cluster, target, { replicas: replicas + Math.max(2, Math.ceil(replicas / 2)) });
    return () => changeDeployment(cluster, target, { replicas });
  },
};
