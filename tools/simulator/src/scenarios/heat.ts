import type { ContainerTemplate } from '../kinds/records.ts';
import { type LoadProfile, loadProfile } from '../metrics/container-load.ts';
import type { LoadChange } from '../metrics/load-changes.ts';
import { deploymentAt, podsOfDeployment } from './change-deployment.ts';
import type { ScenarioRun } from './scenario.ts';

/** Changes the load of the first container of every pod of a deployment. */
export function heatDeployment(
  { cluster, target }: ScenarioRun,
  change: (profile: LoadProfile, template: ContainerTemplate) => Partial<Omit<LoadChange, 'fromSec'>>,
): () => void {
  const fromSec = cluster.timeline.nowSec();
  const heated: number[] = [];
  for (const pod of podsOfDeployment(cluster, deploymentAt(cluster, target))) {
    const template = pod.template.containers[0];
    if (!template) continue;
    const profile = loadProfile(cluster.seed, pod.id, 0, template);
    cluster.loads.change(pod.id, 0, fromSec, change(profile, template));
    heated.push(pod.id);
  }
  return () => {
    const nowSec = cluster.timeline.nowSec();
    for (const id of heated) cluster.loads.change(id, 0, nowSec, {});
  };
}
