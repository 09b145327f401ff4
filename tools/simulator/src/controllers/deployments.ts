import type { ReplicaSetRecord, WorkloadRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { newReplicaSet } from '../world/new-objects.ts';

const HISTORY_LIMIT = 10;
const PROGRESS_DEADLINE_SEC = 600;

/** One step of a rolling update with 25 % surge and 25 % unavailable. */
export function reconcileDeployment(cluster: Cluster, key: string): void {
  const { store, indexes } = cluster;
  const deployment = store.deployments.get(key);
  if (!deployment) return;
  const known = setOf(cluster, deployment) ?? store.replicasets.add(newReplicaSet(cluster, deployment));
  const current = numbered(cluster, deployment, known);
  const old = indexes.replicaSetsOf(deployment.id).filter((set) => set.id !== current.id);
  const running = old.filter((set) => set.replicas > 0);
  if (running.length === 0) scale(cluster, deployment, current, deployment.replicas);
  else roll(cluster, deployment, current, running);
  trimHistory(cluster, old);
  const sets = indexes.replicaSetsOf(deployment.id);
  const status = {
    replicas: sumOf(sets, (set) => set.status.replicas),
    updated: setOf(cluster, deployment)?.status.replicas ?? 0,
    ready: sumOf(sets, (set) => set.status.ready),
  };
  const rollout = nextRollout(cluster, deployment, status);
  store.deployments.updateIfChanged(key, { status, rollout, revision: current.revision });
}

/** A new template, and an old one that a rollback uses again, gets the next number. */
function numbered(cluster: Cluster, { id }: WorkloadRecord, set: ReplicaSetRecord): ReplicaSetRecord {
  const others = cluster.indexes.replicaSetsOf(id).filter((other) => other.id !== set.id);
  const highest = others.reduce((most, { revision }) => Math.max(most, revision), 0);
  if (set.revision > highest) return set;
  const formerRevisions = set.revision > 0 ? [...set.formerRevisions, set.revision] : set.formerRevisions;
  const changed = { revision: highest + 1, formerRevisions };
  cluster.store.replicasets.update(keyOf(set), changed);
  return { ...set, ...changed };
}

/** As the Progressing condition: a rollout is complete for good, and stuck when it makes no progress. */
function nextRollout(
  cluster: Cluster,
  deployment: WorkloadRecord,
  status: WorkloadRecord['status'],
): NonNullable<WorkloadRecord['rollout']> {
  const { template, replicas, rollout } = deployment;
  const { hash } = template;
  const nowSec = cluster.timeline.nowSec();
  const counts = `${status.replicas}/${status.updated}/${status.ready}`;
  const isSame = rollout?.hash === hash;
  if (isSame && rollout.phase === 'complete') return rollout;
  const isComplete = [status.replicas, status.updated, status.ready].every((count) => count === replicas);
  if (isComplete) return { hash, phase: 'complete', counts, progressedSec: nowSec };
  if (isSame && rollout.counts === counts) {
    const isStuck = nowSec - rollout.progressedSec >= PROGRESS_DEADLINE_SEC;
    return isStuck ? { ...rollout, phase: 'stuck' } : rollout;
  }
  const key = keyOf(deployment);
  cluster.timeline.after(PROGRESS_DEADLINE_SEC * 1000, () => reconcileDeployment(cluster, key));
  return { hash, phase: 'progressing', counts, progressedSec: nowSec };
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
