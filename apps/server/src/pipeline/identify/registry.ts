import type { InventoryKind } from '@gwanje/contract/agent/inventory';
import { inventoryKinds } from '@gwanje/contract/agent/inventory';
import type { SampleRows } from '../receive/arrival.ts';

export interface KnownContainer {
  readonly id: number;
  readonly name: string;
  /** Written, or among what is to be. */
  isNoted: boolean;
}

/** An object that has its id. Times are kept here; what it looks like is in the live state. */
export interface KnownObject {
  readonly id: number;
  readonly kind: InventoryKind;
  readonly uid: string;
  readonly name: string;
  readonly namespace: string | null;
  readonly createdMs: number | null;
  readonly firstSeenMs: number;
  lastSeenMs: number;
  deletedMs: number | null;
  /** When its state last changed, as far as known. */
  changedMs: number;
  /** Of the text of its record; null where that is not known. */
  recordHash: number | null;
  /** The listing it was last seen in. */
  mark: number;
}

export interface KnownPod extends KnownObject {
  readonly kind: 'pod';
  kubeletUid: string | null;
  nodeId: number | null;
  placedMs: number | null;
  /** All it ever had; one that vanishes from its record stays until the pod goes. */
  readonly containers: KnownContainer[];
}

export function isPod(object: KnownObject): object is KnownPod {
  return object.kind === 'pod';
}

/** How long an object that is gone still takes the samples an agent kept back. */
const KEEP_DELETED_MS = 2 * 3_600_000;
/** The oldest go first; at twenty clusters that is some hundred MB at the very worst. */
const MAX_DELETED = 50_000;

/** By which the clock that dates an object's end may be behind the one that dates the making of another. */
const CLOCKS_APART_MS = 3_600_000;

/** Who is who in one cluster: from what agents call things to our ids. */
export class Registry {
  readonly #byUid: ReadonlyMap<InventoryKind, Map<string, KnownObject>>;
  readonly #pods = new Map<string, KnownPod>();
  readonly #kubeletUids = new Map<string, KnownPod>();
  readonly #containers = new Map<string, number>();
  readonly #nodesByName = new Map<string, KnownObject>();
  readonly #claimsByName = new Map<string, KnownObject>();
  readonly #namedOnly = new Map<string, KnownObject>();
  /** Pods by the name of the node they wait for, and that name by pod. */
  readonly #unplaced = new Map<string, Set<KnownPod>>();
  readonly #awaited = new Map<KnownPod, string>();
  #deleted: KnownObject[] = [];
  #aliveCnt = 0;
  /** When the last of those went that are gone and no longer known here; undefined: the table holds none. */
  #forgottenMs: number | undefined;

  constructor() {
    const maps = inventoryKinds.map((kind) => [kind, new Map<string, KnownObject>()] as const);
    this.#byUid = new Map(maps);
  }

  /** Containers included. */
  get aliveCnt(): number {
    return this.#aliveCnt;
  }

  get(kind: InventoryKind, uid: string): KnownObject | undefined {
    return kind === 'pod' ? this.#pods.get(uid) : this.#byUid.get(kind)?.get(uid);
  }

  *all(kind: InventoryKind): Iterable<KnownObject> {
    yield* kind === 'pod' ? this.#pods.values() : (this.#byUid.get(kind)?.values() ?? []);
  }

  add(object: KnownObject): void {
    if (isPod(object)) {
      this.#pods.set(object.uid, object);
      if (object.kubeletUid !== null) this.#kubeletUids.set(object.kubeletUid, object);
      for (const container of object.containers) this.#nameContainer(object, container);
    } else this.#byUid.get(object.kind)?.set(object.uid, object);
    if (object.deletedMs === null) this.#arrived(object);
    else this.#deleted.push(object);
  }

  addContainer(pod: KnownPod, container: KnownContainer): void {
    pod.containers.push(container);
    this.#nameContainer(pod, container);
    if (pod.deletedMs === null) this.#aliveCnt++;
  }

  setKubeletUid(pod: KnownPod, kubeletUid: string): void {
    if (pod.kubeletUid === kubeletUid) return;
    pod.kubeletUid = kubeletUid;
    this.#kubeletUids.set(kubeletUid, pod);
    for (const container of pod.containers) this.#nameContainer(pod, container);
  }

  deleted(object: KnownObject, atMs: number): void {
    if (object.deletedMs !== null) return;
    object.deletedMs = atMs;
    this.#aliveCnt -= countOf(object);
    this.#deleted.push(object);
    if (isPod(object)) this.#waitNoMore(object);
    const names = this.#namesOf(object);
    if (names?.map.get(names.key) === object) names.map.delete(names.key);
  }

  /** It was gone, and is there again under the same uid. */
  revived(object: KnownObject): void {
    if (object.deletedMs === null) return;
    object.deletedMs = null;
    this.#arrived(object);
  }

  nodeByName(name: string): KnownObject | undefined {
    return this.#nodesByName.get(name);
  }

  /** Who bears the name of that object now; undefined where names say nothing. */
  namedAs(object: KnownObject): KnownObject | undefined {
    const names = this.#namesOf(object);
    return names?.map.get(names.key);
  }

  /** Pods of a node that is gone: one of the same name may come in its place. */
  waitForAnother(node: KnownObject): void {
    for (const pod of this.#pods.values())
      if (pod.nodeId === node.id && pod.deletedMs === null) this.waitForNode(pod, node.name);
  }

  /** A pod whose node nobody has told of yet. */
  waitForNode(pod: KnownPod, nodeName: string): void {
    this.#waitNoMore(pod);
    const pods = this.#unplaced.get(nodeName) ?? new Set();
    this.#unplaced.set(nodeName, pods.add(pod));
    this.#awaited.set(pod, nodeName);
  }

  takeUnplaced(nodeName: string): Iterable<KnownPod> {
    const pods = this.#unplaced.get(nodeName) ?? [];
    this.#unplaced.delete(nodeName);
    for (const pod of pods) this.#awaited.delete(pod);
    return pods;
  }

  #waitNoMore(pod: KnownPod): void {
    const nodeName = this.#awaited.get(pod);
    if (nodeName === undefined) return;
    this.#awaited.delete(pod);
    const pods = this.#unplaced.get(nodeName);
    pods?.delete(pod);
    if (pods?.size === 0) this.#unplaced.delete(nodeName);
  }

  /** By what a sample calls it; 0 where nobody is called so. */
  idOfSample(scope: SampleRows['scope'], key: string): number {
    switch (scope) {
      case 'container':
        return this.#containers.get(key) ?? 0;
      case 'pod':
        return (this.#pods.get(key) ?? this.#kubeletUids.get(key))?.id ?? 0;
      case 'node':
        return this.#nodesByName.get(key)?.id ?? 0;
      case 'claim':
        return this.#claimsByName.get(key)?.id ?? 0;
    }
  }

  /** By what an event calls it: by its uid, else by its name where names are unique. */
  idOfEvent(kind: InventoryKind, uid: string | null, namespace: string | null, name: string): number | null {
    const byUid = uid === null ? undefined : this.get(kind, uid);
    if (byUid) return byUid.id;
    // A kubelet names its node where the uid should be.
    if (kind === 'node') return this.#nodesByName.get(name)?.id ?? null;
    if (uid !== null) return null;
    if (kind === 'claim') return this.#claimsByName.get(`${namespace}/${name}`)?.id ?? null;
    return this.#namedOnly.get(`${kind}/${name}`)?.id ?? null;
  }

  /** Lets go of what has been gone for long: it is found in the table if it should ever come back. */
  forget(nowMs: number): void {
    const kept: KnownObject[] = [];
    const tooMany = this.#deleted.length - MAX_DELETED;
    for (const [index, object] of this.#deleted.entries()) {
      if (object.deletedMs === null) continue;
      if (index >= tooMany && nowMs - object.deletedMs < KEEP_DELETED_MS) kept.push(object);
      else {
        this.#drop(object);
        this.forgot(object.deletedMs);
      }
    }
    this.#deleted = kept;
  }

  /** Objects that went until then are in the table alone. */
  forgot(untilMs: number): void {
    this.#forgottenMs = Math.max(untilMs, this.#forgottenMs ?? untilMs);
  }

  /** Whether an unknown object may be one that was forgotten: not what was made after the last of them went. */
  mayHaveForgotten(createdMs: number | null): boolean {
    if (this.#forgottenMs === undefined) return false;
    return createdMs === null || createdMs <= this.#forgottenMs + CLOCKS_APART_MS;
  }

  #drop(object: KnownObject): void {
    if (!isPod(object)) {
      this.#byUid.get(object.kind)?.delete(object.uid);
      return;
    }
    this.#pods.delete(object.uid);
    if (object.kubeletUid !== null && this.#kubeletUids.get(object.kubeletUid) === object)
      this.#kubeletUids.delete(object.kubeletUid);
    for (const { id, name } of object.containers) {
      for (const uid of [object.uid, object.kubeletUid]) {
        const key = `${uid}/${name}`;
        if (this.#containers.get(key) === id) this.#containers.delete(key);
      }
    }
  }

  #arrived(object: KnownObject): void {
    this.#aliveCnt += countOf(object);
    const names = this.#namesOf(object);
    names?.map.set(names.key, object);
  }

  #nameContainer(pod: KnownPod, { id, name }: KnownContainer): void {
    this.#containers.set(`${pod.uid}/${name}`, id);
    if (pod.kubeletUid !== null) this.#containers.set(`${pod.kubeletUid}/${name}`, id);
  }

  #namesOf(object: KnownObject): { map: Map<string, KnownObject>; key: string } | undefined {
    switch (object.kind) {
      case 'node':
        return { map: this.#nodesByName, key: object.name };
      case 'claim':
        return { map: this.#claimsByName, key: `${object.namespace}/${object.name}` };
      case 'volume':
      case 'namespace':
        return { map: this.#namedOnly, key: `${object.kind}/${object.name}` };
      default:
        return undefined;
    }
  }
}

function countOf(object: KnownObject): number {
  return isPod(object) ? 1 + object.containers.length : 1;
}
