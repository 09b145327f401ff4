import { withImage } from '../world/templates.ts';
import { changeDeployment, deploymentAt } from './change-deployment.ts';
import type { Scenario } from './scenario.ts';

export const imagePullFailure: Scenario = {
  title: 'A deployment is given an image that does not exist',
  target: 'deployment',
  usualSec: 600,
  weight: 3,
  start({ cluster, target }) {
    const { template } = deploymentAt(cluster, target);
    const image = `${(template.containers[0]?.image ?? '').split(':')[0]}:does-not-exist`;
    cluster.faults.missingImages.add(image);
    changeDeployment(cluster, target, { template: withImage(cluster, template, image) });
    return () => {
      changeDeployment(cluster, target, { template });
      cluster.faults.missingImages.delete(image);
    };
  },
};
