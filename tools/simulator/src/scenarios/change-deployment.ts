import { setsOf } from '../controllers/deployments.ts';
import { podsOfOwner } from '../controllers/pods.ts';
import type { DeploymentRecord, PodRecord, PodTemplate } from '../kinds/records.ts';
import type { Cluster } from '../world/cluster.ts';

export function deploymentAt(cluster: Cluster, key: string): DeploymentRecord {
  const deployment = cluster.store.deployments.get(key);
  if (!deployment) throw new Error(`no deployment ${key}`);
  return deployment;
}

/** The same as `kubectl set image` and `kubectl scale`. */
export function changeDeployment(
  cluster: Cluster,
  key: string,
  change: { template?: PodTemplate; replicas?: number },
): void {
  const deployment = cluster.store.deployments.get(key);
  if (!deployment) return;
  cluster.store.deployments.update(key, { ...change, generation: deployment.generation + 1 });
}

export function podsOfDeployment(cluster: Cluster, deployment: DeploymentRecord): PodRecord[] {
  return setsOf(cluster, deployment).flatMap((set) => podsOfOwner(cluster, set.id));
}

/** The next version of an image: its last number plus one. */
export function nextImage(image: string): string {
  const next = image.replace(/(\d+)(?!.*\d)/, (digits) => String(Number(digits) + 1));
  return next === image ? `${image}-1` : next;
}
