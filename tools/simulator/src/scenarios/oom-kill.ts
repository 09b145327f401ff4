import { exposeToFault } from '../controllers/containers.ts';
import { deploymentAt, podsOfDeployment } from './change-deployment.ts';
import type { Scenario } from './scenario.ts';

const LIVES_SEC = 45;
const MIB = 1024 * 1024;

export const oomKill: Scenario = {
  title: 'The containers of a deployment leak memory until the kernel ends them',
  target: 'deployment',
  usualSec: 900,
  weight: 3,
  start({ cluster, target }) {
    const deployment = deploymentAt(cluster, target);
    const { template } = deployment;
    const limitBytes = template.containers[0]?.resources.limitBytes ?? -1;
    const leakBytesPerSec = (limitBytes > 0 ? limitBytes : 512 * MIB) / LIVES_SEC;
    const leaking = podsOfDeployment(cluster, deployment).map((pod) => pod.id);
    const fromSec = cluster.timeline.nowSec();
    for (const id of leaking) cluster.loads.change(id, 0, fromSec, { leakBytesPerSec });
    cluster.faults.crashes.set(template.id, {
      containerIndex: 0,
      afterSec: LIVES_SEC,
      exitCode: 137,
      reason: 'OOMKilled',
    });
    exposeToFault(cluster, template.id);
    return () => {
      cluster.faults.crashes.delete(template.id);
      for (const id of leaking) cluster.loads.change(id, 0, cluster.timeline.nowSec(), {});
    };
  },
};
