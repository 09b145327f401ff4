import { safeText } from '../core/identifiers.ts';
import type {
  Machine,
  NodeConditionRecord,
  NodeRecord,
  PodRecord,
  ReplicaSetRecord,
  Taint,
  WorkloadRecord,
} from '../kinds/object/records.ts';
import type { Cluster } from './cluster.ts';

export type PodPlan = Pick<PodRecord, 'namespace' | 'template'> & {
  readonly owner: NonNullable<PodRecord['owner']>;
} & Partial<Pick<PodRecord, 'name' | 'claims' | 'wantedNode'>>;

/** A pod that waits for the scheduler. */
export function newPod(cluster: Cluster, plan: PodPlan): PodRecord {
  return {
    ...cluster.creationFields(),
    name: plan.name ?? freeName(cluster, plan),
    claims: [],
    wantedNode: '',
    nodeName: '',
    podIp: '',
    phase: 'Pending',
    reason: '',
    message: '',
    startedSec: 0,
    scheduledSec: 0,
    unschedulable: '',
    readySec: 0,
    isReady: false,
    deletedSec: undefined,
    containers: plan.template.containers.map(() => ({
      state: 'waiting',
      startedSec: 0,
      restarts: 0,
      isReady: false,
      waitingReason: 'ContainerCreating',
    })),
    ...plan,
  };
}

function freeName({ random, store }: Cluster, { namespace, owner }: PodPlan): string {
  for (;;) {
    const name = `${owner.name}-${safeText(random, 5)}`;
    if (!store.pods.get(`${namespace}/${name}`)) return name;
  }
}

/** A replica set of a deployment's current template, without pods. */
export function newReplicaSet(
  cluster: Cluster,
  { namespace, name, id, template }: WorkloadRecord,
): ReplicaSetRecord {
  return {
    ...cluster.creationFields(),
    namespace,
    name: `${name}-${template.hash}`,
    owner: { kind: 'Deployment', name, id },
    template,
    replicas: 0,
    status: { replicas: 0, updated: 0, ready: 0 },
    revision: 0,
    formerRevisions: [],
  };
}

/** A healthy node. */
export function newNode(
  cluster: Cluster,
  name: string,
  machine: Machine,
  taints: readonly Taint[] = [],
): NodeRecord {
  const nowSec = cluster.timeline.nowSec();
  const conditions = healthyConditions(machine.hasNetworkCondition, nowSec);
  return {
    ...cluster.creationFields(),
    namespace: '',
    name,
    machine,
    isUnschedulable: false,
    taints,
    conditions,
  };
}

export function healthyConditions(hasNetworkCondition: boolean, nowSec: number): NodeConditionRecord[] {
  const condition = (
    type: NodeConditionRecord['type'],
    reason: string,
    message: string,
    status: NodeConditionRecord['status'] = 'False',
  ) => ({ type, status, sinceSec: nowSec, heartbeatSec: nowSec, reason, message });
  return [
    ...(hasNetworkCondition
      ? [condition('NetworkUnavailable', 'RouteCreated', 'RouteController created a route')]
      : []),
    condition('MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'),
    condition('DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
    condition('PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
    condition('Ready', 'KubeletReady', 'kubelet is posting ready status', 'True'),
  ];
}

export function podAddress(index: number): string {
  return `10.${128 + ((index >>> 16) & 63)}.${(index >>> 8) & 255}.${index & 255}`;
}
