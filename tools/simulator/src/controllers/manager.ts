import type { Owner, Resource } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import { reconcileEndpoints } from '../world/network.ts';
import { reconcileAutoscaler, reconcileBudgets } from '../world/policies.ts';
import { reconcileQuotas } from '../world/quotas.ts';
import { reconcileDaemonSet } from './daemon-sets.ts';
import { reconcileDeployment } from './deployments.ts';
import { reconcileCronJob, reconcileJob } from './jobs.ts';
import { keepBeating } from './nodes.ts';
import { reconcileReplicaSet } from './replica-sets.ts';
import { reconcileStatefulSet } from './stateful-sets.ts';

const REACT_MS = 60;
const SWEEP_MS = 60_000;
const AUTOSCALE_MS = 60_000;
const FIRST_BEAT_MS = 300_000;

const CONTROLLERS = {
  deployments: reconcileDeployment,
  replicasets: reconcileReplicaSet,
  statefulsets: reconcileStatefulSet,
  daemonsets: reconcileDaemonSet,
  jobs: reconcileJob,
  cronjobs: reconcileCronJob,
  /** The key is the namespace. */
  resourcequotas: reconcileQuotas,
} satisfies Partial<Record<Resource, (cluster: Cluster, key: string) => void>>;
type Controlled = keyof typeof CONTROLLERS;

const RESOURCES: Readonly<Record<Owner['kind'], Controlled | undefined>> = {
  Deployment: 'deployments',
  ReplicaSet: 'replicasets',
  StatefulSet: 'statefulsets',
  DaemonSet: 'daemonsets',
  Job: 'jobs',
  CronJob: 'cronjobs',
  Node: undefined,
};

/** Starts the controllers of a cluster: every change triggers the responsible controller soon and once. */
export function startControllers(cluster: Cluster): void {
  const { store, timeline } = cluster;
  const waiting = new Set<string>();
  function wake(resource: Controlled, key: string): void {
    const task = `${resource} ${key}`;
    if (waiting.has(task)) return;
    waiting.add(task);
    timeline.after(REACT_MS, () => {
      waiting.delete(task);
      CONTROLLERS[resource](cluster, key);
    });
  }
  function wakeOwner({ owner, namespace }: { owner: Owner | undefined; namespace: string }): void {
    const resource = owner && RESOURCES[owner.kind];
    if (resource) wake(resource, `${namespace}/${owner.name}`);
  }

  /** Quotas change with the pods that exist and use resources, not with every status of a pod. */
  const withQuota = new Set([...store.resourcequotas.values()].map(({ namespace }) => namespace));
  function wakeQuotas(namespace: string): void {
    if (withQuota.has(namespace)) wake('resourcequotas', namespace);
  }
  store.pods.listen(({ type, object, before }) => {
    if (type !== 'MODIFIED' || object.phase !== before?.phase) wakeQuotas(object.namespace);
    wakeOwner(object);
  });
  store.persistentvolumeclaims.listen(({ object }) => wakeQuotas(object.namespace));
  for (const resource of ['deployments', 'replicasets', 'statefulsets', 'daemonsets', 'jobs'] as const)
    store[resource].listen(({ key }: { readonly key: string }) => wake(resource, key));
  for (const [resource, kind] of [
    ['deployments', 'Deployment'],
    ['statefulsets', 'StatefulSet'],
  ] as const)
    store[resource].listen(({ object: { namespace, name } }) => {
      reconcileBudgets(cluster, namespace, { kind, name });
      reconcileEndpoints(cluster, namespace, { kind, name });
    });
  store.replicasets.listen(({ object }) => wakeOwner(object));
  store.jobs.listen(({ object }) => wakeOwner(object));
  store.nodes.listen(({ type }) => {
    if (type === 'MODIFIED') return;
    for (const set of store.daemonsets.values()) wake('daemonsets', keyOf(set));
  });

  for (const node of store.nodes.values())
    keepBeating(cluster, node.name, node.id, 1000 * (1 + ((node.id * 37) % (FIRST_BEAT_MS / 1000))));
  timeline.every(SWEEP_MS, () => cluster.events.sweep());
  timeline.every(AUTOSCALE_MS, () => {
    for (const autoscaler of store.horizontalpodautoscalers.values())
      reconcileAutoscaler(cluster, keyOf(autoscaler));
  });
}
