import type { PodRecord, PodTemplate, StoredObject, WorkloadRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { newPod, type PodPlan } from '../world/new-objects.ts';
import { refusalOf } from './admission.ts';
import { podEnded, stopContainers } from './containers.ts';
import { schedule } from './scheduler.ts';

const GRACE_SEC = 30;
/** Controllers retry with growing delays. This is a usual one. */
const CREATE_AGAIN_MS = 30_000;
const OWNERS = {
  ReplicaSet: 'replicasets',
  DaemonSet: 'daemonsets',
  StatefulSet: 'statefulsets',
  Job: 'jobs',
} as const;

/** A new pod of a workload. It waits for the scheduler. False: the API server refuses it for now. */
export function createPod(
  cluster: Cluster,
  kind: 'ReplicaSet' | 'DaemonSet' | 'StatefulSet' | 'Job',
  workload: StoredObject & { readonly template: PodTemplate },
  /** A stateful set names its pods and claims. A pod of a daemon set belongs to a node from the start. */
  plan: Partial<Pick<PodPlan, 'name' | 'claims' | 'wantedNode'>> = {},
): boolean {
  const { namespace, name, id, template } = workload;
  const owner = { kind, name, id };
  const refusal = refusalOf(cluster, namespace, plan.name ?? name, template);
  if (refusal !== undefined) {
    const message = `Error creating: ${refusal}`;
    cluster.events.record(kind, workload, { type: 'Warning', reason: 'FailedCreate', message });
    cluster.timeline.after(CREATE_AGAIN_MS, () => wakeOwner(cluster, kind, workload));
    return false;
  }
  const pod = cluster.store.pods.add(newPod(cluster, { namespace, template, owner, ...plan }));
  cluster.timeline.after(cluster.random.int(20, 200), () => schedule(cluster, keyOf(pod), pod.id));
  const message =
    kind === 'StatefulSet'
      ? `create Pod ${pod.name} in StatefulSet ${name} successful`
      : `Created pod: ${pod.name}`;
  cluster.events.record(kind, workload, { reason: 'SuccessfulCreate', message });
  return true;
}

/** An update without a change: the controller of the workload looks at it again. */
function wakeOwner({ store }: Cluster, kind: keyof typeof OWNERS, { namespace, name }: StoredObject): void {
  const objects = store[OWNERS[kind]];
  const key = `${namespace}/${name}`;
  if (objects.get(key)) objects.update(key, {});
}

/** Deletes a pod as the API does: marks it first, and removes it when its kubelet has stopped it. */
export function deletePod(cluster: Cluster, key: string): void {
  const { store, timeline } = cluster;
  const pod = store.pods.get(key);
  if (!pod || pod.deletedSec !== undefined) return;
  if (pod.nodeName === '' || pod.phase === 'Failed' || pod.phase === 'Succeeded') {
    removePod(cluster, key);
    return;
  }
  store.pods.update(key, { deletedSec: timeline.nowSec() + GRACE_SEC });
  stopLater(cluster, key, pod.id);
}

/** A stopped kubelet stops no pod: the pod stays until the kubelet is back. */
export function stopLater(cluster: Cluster, key: string, id: number): void {
  const { store, timeline, random, faults } = cluster;
  timeline.after(random.int(100, 400), () => {
    const pod = store.pods.get(key);
    if (pod?.id !== id || faults.silentNodes.has(pod.nodeName)) return;
    for (const [index, { name }] of pod.template.containers.entries()) {
      if (pod.containers[index]?.state !== 'running') continue;
      const message = `Stopping container ${name}`;
      cluster.events.record('Pod', pod, { container: name, reason: 'Killing', message });
    }
    timeline.after(random.int(600, 2500), () => endPod(cluster, key, id));
  });
}

function endPod(cluster: Cluster, key: string, id: number): void {
  const { store, timeline, faults } = cluster;
  const pod = store.pods.get(key);
  if (pod?.id !== id || faults.silentNodes.has(pod.nodeName) || faults.stuckPods.has(id)) return;
  const nowSec = timeline.nowSec();
  const containers = stopContainers(pod, nowSec, 0, 'Completed');
  store.pods.update(key, { containers, isReady: false, readySec: pod.isReady ? nowSec : pod.readySec });
  removePod(cluster, key);
}

/** Removes the object at once. Its counters are added to its node. */
export function removePod(cluster: Cluster, key: string): void {
  const pod = cluster.store.pods.get(key);
  if (!pod) return;
  podEnded(cluster, pod);
  cluster.ledger.podRemoved(pod.id);
  cluster.loads.forget(pod.id);
  cluster.store.pods.remove(key);
}

/** A kubelet under pressure ends a pod. The failed object stays for users to read. */
export function evictPod(cluster: Cluster, key: string, message: string): void {
  const { store, timeline } = cluster;
  const pod = store.pods.get(key);
  if (!pod || pod.deletedSec !== undefined || pod.phase !== 'Running') return;
  cluster.events.record('Pod', pod, { type: 'Warning', reason: 'Evicted', message });
  podEnded(cluster, pod);
  store.pods.update(key, {
    phase: 'Failed',
    reason: 'Evicted',
    message,
    isReady: false,
    readySec: timeline.nowSec(),
    containers: stopContainers(pod, timeline.nowSec(), 137, 'Error'),
  });
}

/** Counts towards its owner's replicas. */
export function isActive(pod: PodRecord): boolean {
  return pod.deletedSec === undefined && pod.phase !== 'Failed' && pod.phase !== 'Succeeded';
}

/** The counts of a workload's active pods. */
export function statusOf(cluster: Cluster, { id, template }: WorkloadRecord): WorkloadRecord['status'] {
  const pods = cluster.indexes.podsOf(id).filter(isActive);
  return {
    replicas: pods.length,
    updated: pods.filter((pod) => pod.template.hash === template.hash).length,
    ready: pods.filter((pod) => pod.isReady).length,
  };
}
