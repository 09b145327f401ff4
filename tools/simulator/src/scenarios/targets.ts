import type { Random } from '../core/random.ts';
import { isNodeReady } from '../kinds/node.ts';
import type { DeploymentRecord, PodRecord, StatefulSetRecord } from '../kinds/object/records.ts';
import type { Cluster } from '../world/cluster.ts';
import { keyOf } from '../world/collection.ts';
import type { TargetKind } from './scenario.ts';

/** The possible targets of a scenario: healthy objects of the business, not of the platform. */
export function candidates(cluster: Cluster, kind: TargetKind): string[] {
  const { store } = cluster;
  switch (kind) {
    case 'cluster':
      return [''];
    case 'deployment':
      return [...store.deployments.values()]
        .filter((deployment) => isBusinessNamespace(deployment.namespace) && isRolledOut(deployment))
        .map(keyOf);
    case 'statefulset':
      return [...store.statefulsets.values()]
        .filter((set) => isBusinessNamespace(set.namespace) && hasAllReplicas(set))
        .map(keyOf);
    case 'node':
      return [...store.nodes.values()]
        .filter(
          (node) =>
            !node.machine.isVirtual && node.taints.length === 0 && !node.isUnschedulable && isNodeReady(node),
        )
        .map((node) => node.name);
    case 'pod':
      return [...store.pods.values()].filter(isHealthyPod).map(keyOf);
    case 'namespace':
      return [...new Set([...store.resourcequotas.values()].map(({ namespace }) => namespace))];
    case 'claim':
      return [...store.persistentvolumeclaims.values()].filter((claim) => claim.phase === 'Bound').map(keyOf);
  }
}

function isBusinessNamespace(namespace: string): boolean {
  return !['kube-system', 'monitoring', 'burst', 'cert-manager', 'ingress-nginx'].includes(namespace);
}

function isRolledOut(deployment: DeploymentRecord): boolean {
  const { replicas, status } = deployment;
  return (
    replicas >= 2 && status.ready === replicas && status.updated === replicas && status.replicas === replicas
  );
}

function hasAllReplicas(set: StatefulSetRecord): boolean {
  return set.claim !== undefined && set.status.ready === set.replicas;
}

function isHealthyPod(pod: PodRecord): boolean {
  return (
    isBusinessNamespace(pod.namespace) && pod.isReady && !pod.deletion && pod.owner?.kind === 'ReplicaSet'
  );
}

export function exists({ store }: Cluster, kind: TargetKind, target: string): boolean {
  const collections = {
    deployment: store.deployments,
    statefulset: store.statefulsets,
    node: store.nodes,
    pod: store.pods,
    claim: store.persistentvolumeclaims,
    namespace: store.namespaces,
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
