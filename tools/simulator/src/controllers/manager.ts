import type { Resource } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { reconcileQuotas } from '../world/quotas.ts';
import { reconcileDaemonSet } from './daemon-sets.ts';
import { reconcileDeployment } from './deployments.ts';
import { reconcileCronJob, reconcileJob } from './jobs.ts';
import { keepBeating } from './nodes.ts';
import { reconcileReplicaSet } from './replica-sets.ts';
import { reconcileStatefulSet } from './stateful-sets.ts';

const REACT_MS = 60;
const SWEEP_MS = 60_000;
const FIRST_BEAT_MS = 300_000;

type Reconcile = (cluster: Cluster, key: string) => void;

/** Starts the controllers of a cluster: every change triggers the responsible controller soon and once. */
export function startControllers(cluster: Cluster): void {
  const { store, timeline } = cluster;
  const waiting = new Set<string>();
  function wake(kind: Resource, key: string, reconcile: Reconcile): void {
    const task = `${kind} ${key}`;
    if (waiting.has(task)) return;
    waiting.add(task);
    timeline.after(REACT_MS, () => {
      waiting.delete(task);
      reconcile(cluster, key);
    });
  }

  /** Quotas change with the pods that exist and use resources, not with every status of a pod. */
  const withQuota = new Set([...store.resourcequotas.values()].map(({ namespace }) => namespace));
  function wakeQuotas(namespace: string): void {
    if (withQuota.has(namespace)) wake('resourcequotas', namespace, reconcileQuotas);
  }
  store.pods.listen(({ type, object, before }) => {
    if (type !== 'MODIFIED' || object.phase !== before?.phase) wakeQuotas(object.namespace);
  });
  store.persistentvolumeclaims.listen(({ object }) => wakeQuotas(object.namespace));

  store.pods.listen(({ object: { owner, namespace } }) => {
    if (!owner) return;
    const key = `${namespace}/${owner.name}`;
    if (owner.kind === 'ReplicaSet') wake('replicasets', key, reconcileReplicaSet);
    else if (owner.kind === 'StatefulSet') wake('statefulsets', key, reconcileStatefulSet);
    else if (owner.kind === 'DaemonSet') wake('daemonsets', key, reconcileDaemonSet);
    else if (owner.kind === 'Job') wake('jobs', key, reconcileJob);
  });
  store.deployments.listen(({ key }) => wake('deployments', key, reconcileDeployment));
  store.replicasets.listen(({ key, object }) => {
    wake('replicasets', key, reconcileReplicaSet);
    wake('deployments', `${object.namespace}/${object.owner.name}`, reconcileDeployment);
  });
  store.statefulsets.listen(({ key }) => wake('statefulsets', key, reconcileStatefulSet));
  store.daemonsets.listen(({ key }) => wake('daemonsets', key, reconcileDaemonSet));
  store.jobs.listen(({ key, object: { owner, namespace } }) => {
    wake('jobs', key, reconcileJob);
    if (owner?.kind === 'CronJob') wake('cronjobs', `${namespace}/${owner.name}`, reconcileCronJob);
  });
  store.nodes.listen(({ type }) => {
    if (type === 'MODIFIED') return;
    for (const set of store.daemonsets.values())
      wake('daemonsets', `${set.namespace}/${set.name}`, reconcileDaemonSet);
  });

  for (const node of store.nodes.values())
    keepBeating(cluster, node.name, node.id, 1000 * (1 + ((node.id * 37) % (FIRST_BEAT_MS / 1000))));
  timeline.every(SWEEP_MS, () => cluster.events.sweep());
}
