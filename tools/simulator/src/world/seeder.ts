import { templateHash, volumeNameOf } from '../core/identifiers.ts';
import { hashText, type Random } from '../core/random.ts';
import type { PlannedNode } from '../flavours/flavour.ts';
import type {
  ContainerRecord,
  NodeRecord,
  Owner,
  PodTemplate,
  Taint,
  WorkloadRecord,
} from '../kinds/object/records.ts';
import type { Cluster } from './cluster.ts';
import { keyOf } from './collection.ts';
import { newNode, newPod, newReplicaSet, type PodPlan, podAddress } from './new-objects.ts';

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
    this.cluster.store.namespaces.add({
      ...this.cluster.creationFields(),
      createdSec: this.past(400),
      namespace: '',
      name,
      labels: { 'kubernetes.io/metadata.name': name },
    });
  }

  node(planned: PlannedNode): NodeRecord {
    const createdSec = this.past(60);
    const draft = newNode(this.cluster, planned.name, planned.machine, taintsOf(planned));
    const conditions = draft.conditions.map((condition) => ({ ...condition, sinceSec: createdSec + 20 }));
    const node = this.cluster.store.nodes.add({ ...draft, createdSec, conditions });
    if (planned.role === 'worker') this.#workers.push(node);
    return node;
  }

  #workload(
    resource: 'deployments' | 'statefulsets' | 'daemonsets',
    namespace: string,
    name: string,
    template: PodTemplate,
    replicas: number,
  ): WorkloadRecord {
    const createdSec = this.past(200);
    const { hash } = template;
    return this.cluster.store[resource].add({
      ...this.cluster.creationFields(),
      createdSec,
      revision: 1,
      rollout: { hash, phase: 'complete', counts: '', progressedSec: createdSec },
      namespace,
      name,
      template,
      replicas,
      status: { replicas, updated: replicas, ready: replicas },
    });
  }

  deployment(namespace: string, name: string, template: PodTemplate, replicas: number): void {
    const { replicasets } = this.cluster.store;
    const deployment = this.#workload('deployments', namespace, name, template, replicas);
    const { createdSec, status } = deployment;
    // Most deployments keep their previous revision, without pods.
    if (this.random.chance(0.95)) {
      const hash = templateHash(hashText(this.cluster.seed, `${keyOf(deployment)} former`), 1);
      const former = newReplicaSet(this.cluster, { ...deployment, template: { ...template, hash } });
      replicasets.add({ ...former, createdSec, revision: 1 });
      this.cluster.store.deployments.update(keyOf(deployment), { revision: 2 });
    }
    const rolledSec = Math.max(createdSec, this.past(20));
    const set = newReplicaSet(this.cluster, deployment);
    const revision = this.cluster.store.deployments.get(keyOf(deployment))?.revision ?? 1;
    replicasets.add({ ...set, createdSec: rolledSec, replicas, status, revision });
    const owner: Owner = { kind: 'ReplicaSet', name: set.name, id: set.id };
    for (let i = 0; i < replicas; i++) this.pod({ namespace, template, owner, notBeforeSec: rolledSec });
  }

  /** Without a claim if no size is given. All pods may be on one node. */
  statefulSet(
    namespace: string,
    name: string,
    template: PodTemplate,
    replicas: number,
    { gib, node }: { gib?: number; node?: NodeRecord },
  ): void {
    const { createdSec, id } = this.#workload('statefulsets', namespace, name, template, replicas);
    const owner: Owner = { kind: 'StatefulSet', name, id };
    this.#controllerRevision(namespace, owner, template, createdSec);
    for (let ordinal = 0; ordinal < replicas; ordinal++) {
      const podName = `${name}-${ordinal}`;
      const claims = gib === undefined ? [] : [`data-${podName}`];
      for (const claim of claims) this.#boundClaim(namespace, claim, (gib ?? 0) * 1024 ** 3, createdSec);
      this.pod({ namespace, name: podName, template, owner, claims, notBeforeSec: createdSec, node });
    }
  }

  #boundClaim(namespace: string, name: string, bytes: number, createdSec: number): void {
    const { cluster } = this;
    const claim = { ...cluster.creationFields(), createdSec, namespace, name, bytes };
    cluster.store.persistentvolumeclaims.add({
      ...claim,
      storageClass: cluster.spec.flavour.storageClass,
      volumeName: volumeNameOf(cluster.seed, claim.id),
      phase: 'Bound',
    });
    cluster.store.persistentvolumes.add({ ...cluster.volumeFor(claim), createdSec: createdSec + 3 });
  }

  daemonSet(namespace: string, name: string, template: PodTemplate, nodes: readonly NodeRecord[]): void {
    const { createdSec, id } = this.#workload('daemonsets', namespace, name, template, nodes.length);
    const owner: Owner = { kind: 'DaemonSet', name, id };
    this.#controllerRevision(namespace, owner, template, createdSec);
    for (const node of nodes)
      this.pod({ namespace, template, owner, notBeforeSec: Math.max(createdSec, node.createdSec), node });
  }

  #controllerRevision(namespace: string, owner: Owner, template: PodTemplate, createdSec: number): void {
    const name = `${owner.name}-${template.hash}`;
    const fields = { ...this.cluster.creationFields(), createdSec, namespace, name };
    this.cluster.store.controllerrevisions.add({ ...fields, owner, template, revision: 1 });
  }

  pod(plan: PodPlan & { readonly notBeforeSec: number; readonly node?: NodeRecord | undefined }): void {
    const { notBeforeSec, node = this.#placeFor(plan.template), ...podPlan } = plan;
    const { template, owner } = plan;
    const earliestSec = Math.max(notBeforeSec, node.createdSec + 60);
    const createdSec = Math.min(this.#nowSec - 600, Math.max(earliestSec, this.past(20)));
    this.cluster.store.pods.add({
      ...newPod(this.cluster, podPlan),
      createdSec,
      wantedNode: owner.kind === 'DaemonSet' ? node.name : '',
      nodeName: node.name,
      podIp: template.isHostNetwork ? node.machine.internalIp : podAddress(++this.#ip),
      phase: 'Running',
      startedSec: createdSec,
      scheduledSec: createdSec,
      readySec: createdSec + 5,
      isReady: true,
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
