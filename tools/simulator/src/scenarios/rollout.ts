import { withImage } from '../world/templates.ts';
import { changeDeployment, deploymentAt, nextImage } from './change-deployment.ts';
import type { Scenario } from './scenario.ts';

export const rollout: Scenario = {
  title: 'A deployment gets a new image and rolls over to it',
  target: 'deployment',
  usualSec: 120,
  weight: 8,
  start({ cluster, target }) {
    const { template } = deploymentAt(cluster, target);
    const image = nextImage(template.containers[0]?.image ?? '');
    changeDeployment(cluster, target, { template: withImage(cluster, template, image) });
    // A successful rollout stays.
    return () => {};
  },
};
