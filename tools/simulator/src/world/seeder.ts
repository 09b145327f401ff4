import { safeText, templateHash, volumeNameOf } from '../core/identifiers.ts';
import { hashText, type Random } from '../core/random.ts';
import type { PlannedNode } from '../flavours/flavour.ts';
import type {
  ContainerRecord,
  DeploymentRecord,
  NodeConditionRecord,
  NodeRecord,
  Owner,
  PodTemplate,
  ReplicaSetRecord,
  Taint,
} from '../kinds/object/records.ts';
import type { Cluster } from './cluster.ts';
import { keyOf } from './collection.ts';

/** Adds the initial objects to the store, with creation times in the past. */
export class Seeder {
  readonly cluster: Cluster;
  readonly random: Random;
  readonly #nowSec: number;
  readonly #workers: NodeRecord[] = [];
  #ip = 0;

  constructor(cluster: Cluster, random: Random) {
    this.cluster = cluster;
    this.random = random;
    this.#nowSec = cluster.timeline.nowSec();
  }

  /** A random time in the past, more often recent. */
  past(mostDays: number): number {
    return this.#nowSec - 3600 - Math.floor(this.random.next() ** 2 * mostDays * 86_400);
  }

  namespace(name: string): void {
    if (this.cluster.store.namespaces.get(name)) return;
    this.cluster.store.namespaces.seed({
      ...this.cluster.creationFields(),
      createdSec: this.past(400),
      namespace: '',
      name,
      labels: { 'kubernetes.io/metadata.name': name },
    });
  }

  node(planned: PlannedNode): NodeRecord {
    const createdSec = this.past(60);
    const node = this.cluster.store.nodes.seed({
      ...this.cluster.creationFields(),
      createdSec,
      namespace: '',
      name: planned.name,
      machine: planned.machine,
      isUnschedulable: false,
      taints: taintsOf(planned),
      conditions: healthyConditions(planned.machine.hasNetworkCondition, createdSec + 20, this.#nowSec),
    });
    if (planned.role === 'worker') this.#workers.push(node);
    return node;
  }

  deployment(namespace: string, name: string, template: PodTemplate, replicas: number): void {
    const createdSec = this.past(200);
    const rolledSec = Math.max(createdSec, this.past(20));
    const deployment = this.cluster.store.deployments.seed({
      ...this.cluster.creationFields(),
      createdSec,
      namespace,
      name,
      template,
      replicas,
      status: { replicas, updated: replicas, ready: replicas },
    });
    // Most deployments keep their previous revision, without pods.
    if (this.random.chance(0.95)) {
      const hash = templateHash(hashText(this.cluster.seed, `${keyOf(deployment)} former`), 1);
      this.#replicaSet(deployment, { ...template, hash }, createdSec, 0);
    }
    const set = this.#replicaSet(deployment, template, rolledSec, replicas);
    for (let i = 0; i < replicas; i++) {
      this.pod({
        namespace,
        name: this.#freeName(namespace, `${set.name}-`),
        template,
        owner: { kind: 'ReplicaSet', name: set.name, id: set.id },
        notBeforeSec: rolledSec,
      });
    }
  }

  #replicaSet(
    { namespace, name, id }: DeploymentRecord,
    template: PodTemplate,
    createdSec: number,
    replicas: number,
  ): ReplicaSetRecord {
    return this.cluster.store.replicasets.seed({
      ...this.cluster.creationFields(),
      createdSec,
      namespace,
      name: `${name}-${template.hash}`,
      owner: { kind: 'Deployment', name, id },
      template,
      replicas,
      status: { replicas, ready: replicas },
    });
  }

  /** Without a claim if no size is given. All pods may be on one node. */
  statefulSet(
    namespace: string,
    name: string,
    template: PodTemplate,
    replicas: number,
    { gib, node }: { gib?: number; node?: NodeRecord },
  ): void {
    const { cluster } = this;
    const createdSec = this.past(node ? 30 : 200);
    const claimBytes = gib && gib * 1024 ** 3;
    const set = cluster.store.statefulsets.seed({
      ...cluster.creationFields(),
      createdSec,
      namespace,
      name,
      template,
      replicas,
      claimBytes,
      status: { ready: replicas, updated: replicas },
    });
    for (let ordinal = 0; ordinal < replicas; ordinal++) {
      const claimName = `data-${name}-${ordinal}`;
      if (claimBytes) this.#boundClaim(namespace, claimName, claimBytes, createdSec);
      this.pod({
        namespace,
        name: `${name}-${ordinal}`,
        template,
        owner: { kind: 'StatefulSet', name, id: set.id },
        notBeforeSec: createdSec,
        ...(claimBytes ? { claims: [claimName] } : {}),
        ...(node ? { node } : {}),
      });
    }
  }

  #boundClaim(namespace: string, name: string, bytes: number, createdSec: number): void {
    const { cluster } = this;
    const claim = { ...cluster.creationFields(), createdSec, namespace, name, bytes };
    cluster.store.persistentvolumeclaims.seed({
      ...claim,
      storageClass: cluster.spec.flavour.storageClass,
      volumeName: volumeNameOf(cluster.seed, claim.id),
      phase: 'Bound',
    });
    cluster.store.persistentvolumes.seed({ ...cluster.volumeFor(claim), createdSec: createdSec + 3 });
  }

  daemonSet(namespace: string, name: string, template: PodTemplate, nodes: readonly NodeRecord[]): void {
    const createdSec = this.past(200);
    const count = nodes.length;
    const set = this.cluster.store.daemonsets.seed({
      ...this.cluster.creationFields(),
      createdSec,
      namespace,
      name,
      template,
      status: { desired: count, ready: count, updated: count },
    });
    for (const node of nodes) {
      this.pod({
        namespace,
        name: this.#freeName(namespace, `${name}-`),
        template,
        owner: { kind: 'DaemonSet', name, id: set.id },
        notBeforeSec: Math.max(createdSec, node.createdSec),
        node,
      });
    }
  }

  pod(plan: {
    namespace: string;
    name: string;
    template: PodTemplate;
    owner: Owner;
    notBeforeSec: number;
    node?: NodeRecord;
    claims?: readonly string[];
  }): void {
    const { template } = plan;
    const node = plan.node ?? this.#placeFor(template);
    const earliestSec = Math.max(plan.notBeforeSec, node.createdSec + 60);
    const createdSec = Math.min(this.#nowSec - 600, Math.max(earliestSec, this.past(20)));
    this.cluster.store.pods.seed({
      ...this.cluster.creationFields(),
      createdSec,
      namespace: plan.namespace,
      name: plan.name,
      template,
      owner: plan.owner,
      claims: plan.claims ?? [],
      wantedNode: plan.owner.kind === 'DaemonSet' ? node.name : '',
      nodeName: node.name,
      podIp: template.isHostNetwork ? node.machine.internalIp : podAddress(++this.#ip),
      phase: 'Running',
      reason: '',
      message: '',
      startedSec: createdSec,
      scheduledSec: createdSec,
      unschedulable: '',
      readySec: createdSec + 5,
      isReady: true,
      deletedSec: undefined,
      containers: template.containers.map(() => this.#container(createdSec)),
    });
  }

  #container(createdSec: number): ContainerRecord {
    const startedSec = createdSec + 2;
    const lived = this.#nowSec - createdSec;
    const running = { state: 'running', startedSec, restarts: 0, isReady: true } as const;
    // A few were restarted some time ago, as in any older cluster.
    if (lived <= 86_400 || !this.random.chance(0.03)) return running;
    const finishedSec = createdSec + Math.floor(lived * this.random.between(0.1, 0.9));
    const lastEnd = { exitCode: 1, reason: 'Error', startedSec, finishedSec };
    return { ...running, startedSec: finishedSec + 2, restarts: 1, lastEnd };
  }

  /** The emptiest of a few random workers with enough capacity. */
  #placeFor(template: PodTemplate): NodeRecord {
    const { indexes } = this.cluster;
    let milliCpu = 0;
    for (const { resources } of template.containers) milliCpu += Math.max(0, resources.requestMilliCpu);
    let best: NodeRecord | undefined;
    let bestShare = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 8 && (attempt < 4 || !best); attempt++) {
      const node = this.random.pick(this.#workers);
      const taken = indexes.requestedOn(node.name);
      const share = (taken.milliCpu + milliCpu) / (node.machine.milliCpu - node.machine.reservedMilliCpu);
      if (share < bestShare && taken.pods < node.machine.maxPods) {
        best = node;
        bestShare = share;
      }
    }
    return best ?? this.random.pick(this.#workers);
  }

  #freeName(namespace: string, prefix: string): string {
    for (;;) {
      const name = `${prefix}${safeText(this.random, 5)}`;
      if (!this.cluster.store.pods.get(`${namespace}/${name}`)) return name;
    }
  }
}

export function podAddress(index: number): string {
  return `10.${128 + ((index >>> 16) & 63)}.${(index >>> 8) & 255}.${index & 255}`;
}

function taintsOf(planned: PlannedNode): readonly Taint[] {
  if (planned.role === 'control-plane')
    return [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }];
  if (planned.machine.labels['eks.amazonaws.com/compute-type'] === 'fargate')
    return [{ key: 'eks.amazonaws.com/compute-type', value: 'fargate', effect: 'NoSchedule' }];
  if (planned.role === 'virtual')
    return [{ key: 'virtual-kubelet.io/provider', value: 'azure', effect: 'NoSchedule' }];
  return [];
}

export function healthyConditions(
  hasNetworkCondition: boolean,
  sinceSec: number,
  heartbeatSec: number,
): NodeConditionRecord[] {
  const condition = (
    type: NodeConditionRecord['type'],
    reason: string,
    message: string,
    status: NodeConditionRecord['status'] = 'False',
  ) => ({ type, status, sinceSec, heartbeatSec, reason, message });
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
