import type { PodRecord, ReplicaSetRecord, StoredObject } from '../kinds/object/records.ts';
import type { Change, Collection } from './collection.ts';
import type { Store } from './store.ts';

export interface Requested {
  milliCpu: number;
  bytes: number;
  pods: number;
}

/**
 * Pods by node and owner, replica sets by deployment, requests by node and namespace. Updated with every
 * change.
 */
export class Indexes {
  readonly #store: Store;
  readonly #podsByNode = new Map<string, Set<string>>();
  readonly #podsByOwner = new Map<number, Set<string>>();
  readonly #setsByDeployment = new Map<number, Set<string>>();
  readonly #requested = new Map<string, Requested>();
  readonly #requestedIn = new Map<string, Requested>();

  constructor(store: Store) {
    this.#store = store;
    store.pods.listen((change) => this.#podChanged(change));
    store.replicasets.listen((change) => {
      if (change.type === 'ADDED') put(this.#setsByDeployment, change.object.owner.id, change.key);
      if (change.type === 'DELETED') drop(this.#setsByDeployment, change.object.owner.id, change.key);
    });
  }

  podsOn(nodeName: string): PodRecord[] {
    return recordsOf(this.#store.pods, this.#podsByNode.get(nodeName));
  }

  podsOf(ownerId: number): PodRecord[] {
    return recordsOf(this.#store.pods, this.#podsByOwner.get(ownerId));
  }

  replicaSetsOf(deploymentId: number): ReplicaSetRecord[] {
    return recordsOf(this.#store.replicasets, this.#setsByDeployment.get(deploymentId));
  }

  requestedOn(nodeName: string): Readonly<Requested> {
    return this.#requested.get(nodeName) ?? { milliCpu: 0, bytes: 0, pods: 0 };
  }

  /** The requests of all pods of a namespace that have not ended, as a quota counts them. */
  requestedIn(namespace: string): Readonly<Requested> {
    return this.#requestedIn.get(namespace) ?? { milliCpu: 0, bytes: 0, pods: 0 };
  }

  #podChanged({ type, key, object, before }: Change<PodRecord>): void {
    if (type === 'ADDED' && object.owner) put(this.#podsByOwner, object.owner.id, key);
    if (type === 'DELETED' && object.owner) drop(this.#podsByOwner, object.owner.id, key);
    const wasOn = before?.nodeName ?? '';
    const isOn = type === 'DELETED' ? '' : object.nodeName;
    if (wasOn !== isOn) {
      if (wasOn !== '') drop(this.#podsByNode, wasOn, key);
      if (isOn !== '') put(this.#podsByNode, isOn, key);
    }
    const took = before && holdsResources(before) ? before.nodeName : '';
    const takes = type !== 'DELETED' && holdsResources(object) ? object.nodeName : '';
    if (took !== takes) {
      if (took !== '') count(this.#requested, took, object, -1);
      if (takes !== '') count(this.#requested, takes, object, 1);
    }
    const wasCounted = before !== undefined && holdsResources(before);
    const isCounted = type !== 'DELETED' && holdsResources(object);
    if (wasCounted !== isCounted) count(this.#requestedIn, object.namespace, object, isCounted ? 1 : -1);
  }
}

function recordsOf<R extends StoredObject>(
  collection: Collection<R>,
  keys: ReadonlySet<string> | undefined,
): R[] {
  return [...(keys ?? [])].flatMap((key) => collection.get(key) ?? []);
}

function count(sums: Map<string, Requested>, key: string, pod: PodRecord, sign: 1 | -1): void {
  const sum = sums.get(key) ?? { milliCpu: 0, bytes: 0, pods: 0 };
  sums.set(key, sum);
  sum.pods += sign;
  for (const { resources } of pod.template.containers) {
    sum.milliCpu += sign * Math.max(0, resources.requestMilliCpu);
    sum.bytes += sign * Math.max(0, resources.requestBytes);
  }
}

function holdsResources(pod: PodRecord): boolean {
  return pod.phase !== 'Succeeded' && pod.phase !== 'Failed';
}

function put<K>(index: Map<K, Set<string>>, at: K, key: string): void {
  const keys = index.get(at);
  if (keys) keys.add(key);
  else index.set(at, new Set([key]));
}

function drop<K>(index: Map<K, Set<string>>, at: K, key: string): void {
  const keys = index.get(at);
  keys?.delete(key);
  if (keys?.size === 0) index.delete(at);
}
