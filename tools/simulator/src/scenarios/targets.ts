import type { Random } from '../core/random.ts';
import { isNodeReady } from '../kinds/node.ts';
import type { StoredObject } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { type Collection, keyOf } from '../world/collection.ts';
import type { TargetKind } from './scenario.ts';

/** The possible targets of a scenario: healthy objects of the business, not of the platform. */
function candidates({ store }: Cluster, kind: TargetKind): string[] {
  const keysOf = <R extends StoredObject>(objects: Collection<R>, isFit: (object: R) => boolean) =>
    [...objects.values()].filter(isFit).map(keyOf);
  switch (kind) {
    case 'cluster':
      return [''];
    case 'deployment':
      return keysOf(
        store.deployments,
        ({ namespace, replicas, status }) =>
          isBusinessNamespace(namespace) &&
          replicas >= 2 &&
          [status.ready, status.updated, status.replicas].every((count) => count === replicas),
      );
    case 'node':
      return keysOf(
        store.nodes,
        (node) =>
          !node.machine.isVirtual && node.taints.length === 0 && !node.isUnschedulable && isNodeReady(node),
      );
    case 'pod':
      return keysOf(
        store.pods,
        ({ namespace, isReady, deletedSec, owner }) =>
          isBusinessNamespace(namespace) &&
          isReady &&
          deletedSec === undefined &&
          owner?.kind === 'ReplicaSet',
      );
    case 'namespace':
      return [...new Set([...store.resourcequotas.values()].map(({ namespace }) => namespace))];
    case 'autoscaler':
      return keysOf(store.horizontalpodautoscalers, ({ desired, max }) => desired < max);
    case 'disruptionBudget':
      return keysOf(
        store.poddisruptionbudgets,
        ({ healthy, expected }) => expected > 0 && healthy === expected,
      );
    case 'claim':
      return keysOf(store.persistentvolumeclaims, ({ phase }) => phase === 'Bound');
  }
}

function isBusinessNamespace(namespace: string): boolean {
  return !['kube-system', 'monitoring', 'burst', 'cert-manager', 'ingress-nginx'].includes(namespace);
}

export function exists({ store }: Cluster, kind: TargetKind, target: string): boolean {
  const collections = {
    deployment: store.deployments,
    node: store.nodes,
    pod: store.pods,
    claim: store.persistentvolumeclaims,
    namespace: store.namespaces,
    autoscaler: store.horizontalpodautoscalers,
    disruptionBudget: store.poddisruptionbudgets,
  };
  return kind === 'cluster' ? target === '' : collections[kind].get(target) !== undefined;
}

export function chooseTarget(
  cluster: Cluster,
  kind: TargetKind,
  random: Random,
  isBusy: (target: string) => boolean,
): string | undefined {
  const free = candidates(cluster, kind).filter((target) => !isBusy(target));
  return free.length === 0 ? undefined : random.pick(free);
}
