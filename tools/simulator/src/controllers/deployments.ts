import { isDeepStrictEqual } from 'node:util';
import type { DeploymentRecord, ReplicaSetRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';

const HISTORY_LIMIT = 10;

/** One step of a rolling update with 25 % surge and 25 % unavailable. */
export function reconcileDeployment(cluster: Cluster, key: string): void {
  const deployment = cluster.store.deployments.get(key);
  if (!deployment) return;
  const current = newSetOf(cluster, deployment) ?? createSet(cluster, key, deployment);
  const old = cluster.indexes
    .replicaSetsOf(deployment.id)
    .filter((replicaSet) => replicaSet.id !== current.id);
  const running = old.filter((replicaSet) => replicaSet.replicas > 0);
  if (running.length === 0) scale(cluster, deployment, current, deployment.replicas);
  else roll(cluster, deployment, current, running);
  trimHistory(cluster, old);
  writeStatus(cluster, key);
}

function newSetOf(cluster: Cluster, deployment: DeploymentRecord): ReplicaSetRecord | undefined {
  return cluster.indexes
    .replicaSetsOf(deployment.id)
    .find((replicaSet) => replicaSet.template.hash === deployment.template.hash);
}

function createSet(cluster: Cluster, key: string, deployment: DeploymentRecord): ReplicaSetRecord {
  const revision =
    1 + Math.max(0, ...cluster.indexes.replicaSetsOf(deployment.id).map((replicaSet) => replicaSet.revision));
  cluster.store.deployments.update(key, {
    revision,
    progress: {
      reason: 'NewReplicaSetCreated',
      message: `Created new replica set "${deployment.name}-${deployment.template.hash}"`,
      updatedSec: cluster.timeline.nowSec(),
    },
  });
  return cluster.store.replicasets.add({
    ...cluster.creationFields(),
    namespace: deployment.namespace,
    name: `${deployment.name}-${deployment.template.hash}`,
    owner: { kind: 'Deployment', name: deployment.name, id: deployment.id },
    template: deployment.template,
    replicas: 0,
    revision,
    generation: 1,
    desiredReplicas: deployment.replicas,
    maxReplicas: deployment.replicas + surgeOf(deployment),
    status: { replicas: 0, ready: 0, observedGeneration: 0 },
  });
}

function surgeOf(deployment: DeploymentRecord): number {
  return Math.ceil(deployment.replicas / 4);
}

function unavailableOf(deployment: DeploymentRecord): number {
  return Math.floor(deployment.replicas / 4);
}

function roll(
  cluster: Cluster,
  deployment: DeploymentRecord,
  current: ReplicaSetRecord,
  running: readonly ReplicaSetRecord[],
): void {
  const total = current.replicas + running.reduce((sum, set) => sum + set.replicas, 0);
  const room = deployment.replicas + surgeOf(deployment) - total;
  const wanted = Math.min(deployment.replicas, current.replicas + Math.max(0, room));
  if (wanted !== current.replicas) scale(cluster, deployment, current, wanted);

  const leastAvailable = deployment.replicas - unavailableOf(deployment);
  const available = current.status.ready + running.reduce((sum, set) => sum + set.status.ready, 0);
  let removable = Math.max(0, available - leastAvailable);
  for (const set of running) {
    // Unhealthy pods are removed at once.
    const unhealthy = set.replicas - Math.min(set.replicas, set.status.ready);
    const fewer = Math.min(set.replicas, unhealthy + removable);
    removable -= Math.max(0, fewer - unhealthy);
    if (fewer > 0) scale(cluster, deployment, set, set.replicas - fewer);
  }
}

function scale(
  cluster: Cluster,
  deployment: DeploymentRecord,
  set: ReplicaSetRecord,
  replicas: number,
): void {
  const desiredReplicas = deployment.replicas;
  const maxReplicas = deployment.replicas + surgeOf(deployment);
  if (set.replicas === replicas && set.desiredReplicas === desiredReplicas) return;
  cluster.store.replicasets.update(keyOf(set), {
    replicas,
    desiredReplicas,
    maxReplicas,
    generation: set.generation + 1,
  });
  if (set.replicas === replicas) return;
  const direction = replicas > set.replicas ? 'up' : 'down';
  const message = `Scaled ${direction} replica set ${set.name} to ${replicas}`;
  cluster.events.recordWorkload('Deployment', deployment, 'ScalingReplicaSet', message);
}

function trimHistory(cluster: Cluster, old: readonly ReplicaSetRecord[]): void {
  const empty = old.filter((replicaSet) => replicaSet.replicas === 0 && replicaSet.status.replicas === 0);
  const surplus = empty.length - HISTORY_LIMIT;
  if (surplus <= 0) return;
  for (const set of empty.toSorted((a, b) => a.revision - b.revision).slice(0, surplus))
    cluster.store.replicasets.remove(keyOf(set));
}

function writeStatus(cluster: Cluster, key: string): void {
  const deployment = cluster.store.deployments.get(key);
  if (!deployment) return;
  const nowSec = cluster.timeline.nowSec();
  const sets = cluster.indexes.replicaSetsOf(deployment.id);
  const current = newSetOf(cluster, deployment);
  const sum = (value: (set: ReplicaSetRecord) => number) =>
    sets.reduce((total, set) => total + value(set), 0);
  const ready = sum((replicaSet) => replicaSet.status.ready);
  const status = {
    replicas: sum((replicaSet) => replicaSet.status.replicas),
    updated: current?.status.replicas ?? 0,
    ready,
    available: ready,
  };
  const isAvailable = ready >= deployment.replicas - unavailableOf(deployment);
  const isComplete =
    status.updated === deployment.replicas && status.replicas === status.updated && ready === status.updated;
  const reason = isComplete ? 'NewReplicaSetAvailable' : 'ReplicaSetUpdated';
  const name = `${deployment.name}-${deployment.template.hash}`;
  if (isDeepStrictEqual(deployment.status, status) && deployment.observedGeneration === deployment.generation)
    return;
  // A pod that fails and recovers is not new progress of a complete rollout.
  const wasComplete =
    deployment.progress.reason === 'NewReplicaSetAvailable' && deployment.progress.message.includes(name);
  cluster.store.deployments.update(key, {
    observedGeneration: deployment.generation,
    status,
    isAvailable,
    availableSec: isAvailable === deployment.isAvailable ? deployment.availableSec : nowSec,
    progress: wasComplete
      ? deployment.progress
      : {
          reason,
          message: `ReplicaSet "${name}" ${isComplete ? 'has successfully progressed.' : 'is progressing.'}`,
          updatedSec: nowSec,
        },
  });
}
