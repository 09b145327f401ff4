import type { ReplicaSetRecord, WorkloadRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { newReplicaSet } from '../world/new-objects.ts';

const HISTORY_LIMIT = 10;

/** One step of a rolling update with 25 % surge and 25 % unavailable. */
export function reconcileDeployment(cluster: Cluster, key: string): void {
  const { store, indexes } = cluster;
  const deployment = store.deployments.get(key);
  if (!deployment) return;
  const current = setOf(cluster, deployment) ?? store.replicasets.add(newReplicaSet(cluster, deployment));
  const old = indexes.replicaSetsOf(deployment.id).filter((set) => set.id !== current.id);
  const running = old.filter((set) => set.replicas > 0);
  if (running.length === 0) scale(cluster, deployment, current, deployment.replicas);
  else roll(cluster, deployment, current, running);
  trimHistory(cluster, old);
  const sets = indexes.replicaSetsOf(deployment.id);
  store.deployments.updateIfChanged(key, {
    status: {
      replicas: sumOf(sets, (set) => set.status.replicas),
      updated: setOf(cluster, deployment)?.status.replicas ?? 0,
      ready: sumOf(sets, (set) => set.status.ready),
    },
  });
}

/** The replica set of the deployment's current template. */
function setOf(cluster: Cluster, { id, template }: WorkloadRecord): ReplicaSetRecord | undefined {
  return cluster.indexes.replicaSetsOf(id).find((set) => set.template.hash === template.hash);
}

function roll(
  cluster: Cluster,
  deployment: WorkloadRecord,
  current: ReplicaSetRecord,
  running: readonly ReplicaSetRecord[],
): void {
  const { replicas } = deployment;
  const all = [current, ...running];
  const room = replicas + Math.ceil(replicas / 4) - sumOf(all, (set) => set.replicas);
  scale(cluster, deployment, current, Math.min(replicas, current.replicas + Math.max(0, room)));

  const leastAvailable = replicas - Math.floor(replicas / 4);
  let removable = Math.max(0, sumOf(all, (set) => set.status.ready) - leastAvailable);
  for (const set of running) {
    // Unhealthy pods are removed at once.
    const unhealthy = set.replicas - Math.min(set.replicas, set.status.ready);
    const fewer = Math.min(set.replicas, unhealthy + removable);
    removable -= Math.max(0, fewer - unhealthy);
    scale(cluster, deployment, set, set.replicas - fewer);
  }
}

function scale(cluster: Cluster, deployment: WorkloadRecord, set: ReplicaSetRecord, replicas: number): void {
  if (set.replicas === replicas) return;
  cluster.store.replicasets.update(keyOf(set), { replicas });
  const direction = replicas > set.replicas ? 'up' : 'down';
  const message = `Scaled ${direction} replica set ${set.name} to ${replicas}`;
  cluster.events.record('Deployment', deployment, { reason: 'ScalingReplicaSet', message });
}

function trimHistory(cluster: Cluster, old: readonly ReplicaSetRecord[]): void {
  const empty = old.filter(({ replicas, status }) => replicas === 0 && status.replicas === 0);
  const surplus = Math.max(0, empty.length - HISTORY_LIMIT);
  for (const set of empty.toSorted((a, b) => a.createdSec - b.createdSec).slice(0, surplus))
    cluster.store.replicasets.remove(keyOf(set));
}

function sumOf(sets: readonly ReplicaSetRecord[], value: (set: ReplicaSetRecord) => number): number {
  return sets.reduce((sum, set) => sum + value(set), 0);
}
