import { type RecordKind, recordKinds, sourceOf } from '@gwanje/kinds/registry';
import type { SampleRows } from '../receive/received-batch.ts';

export interface KnownContainer {
  readonly id: number;
  readonly name: string;
  /** It is in the database or among the pending writes. */
  isPersisted: boolean;
}

/** An object with its id and times. Its state is in the live state. */
export interface KnownObject {
  readonly id: number;
  readonly kind: RecordKind;
  readonly uid: string;
  readonly name: string;
  readonly namespace: string | null;
  readonly createdMs: number | null;
  readonly firstSeenMs: number;
  lastSeenMs: number;
  deletedMs: number | null;
  /** When its state last changed. */
  changedMs: number;
  /** Hash of the record's text; null when the next record must count as changed. */
  recordHash: number | null;
  /** Number of the last listing that contained it. */
  listingNo: number;
}

export interface KnownPod extends KnownObject {
  readonly kind: 'pod';
  kubeletUid: string | null;
  nodeId: number | null;
  placedMs: number | null;
  /** All containers it ever had. One that leaves the record stays until the pod is deleted. */
  readonly containers: KnownContainer[];
}

export function isPod(object: KnownObject): object is KnownPod {
  return object.kind === 'pod';
}

/** Samples of a deleted object are accepted for this long: an agent may have kept them during an outage. */
const KEEP_DELETED_MS = 2 * 3_600_000;
/**
 * Beyond this count the oldest deleted objects are dropped: a few hundred MB at most with twenty clusters.
 */
const MAX_DELETED = 50_000;

/** The clock that dates a deletion may be this far behind the clock that dates a creation. */
const MAX_CLOCK_DIFFERENCE_MS = 3_600_000;

/** The objects of one cluster. It maps the uids and names that agents send to object ids. */
export class ObjectRegistry {
  readonly #byUid: ReadonlyMap<RecordKind, Map<string, KnownObject>>;
  readonly #pods = new Map<string, KnownPod>();
  readonly #kubeletUids = new Map<string, KnownPod>();
  readonly #containers = new Map<string, number>();
  /** Objects of kinds whose names are unique, by `name` or `namespace/name`. */
  readonly #byName: ReadonlyMap<string, Map<string, KnownObject>> = new Map(
    recordKinds.filter((kind) => sourceOf(kind).nameUniqueIn).map((kind) => [kind, new Map()]),
  );
  /** Pods by the name of the node they wait for. */
  readonly #podsByAwaitedNode = new Map<string, Set<KnownPod>>();
  readonly #awaitedNodes = new Map<KnownPod, string>();
  #deleted: KnownObject[] = [];
  #aliveCnt = 0;
  /** Deletion time of the latest object that only the database knows; undefined when there is none. */
  #droppedUntilMs: number | undefined;

  constructor() {
    const maps = recordKinds.map((kind) => [kind, new Map<string, KnownObject>()] as const);
    this.#byUid = new Map(maps);
  }

  /** Number of existing objects, including containers. */
  get aliveCnt(): number {
    return this.#aliveCnt;
  }

  get(kind: RecordKind, uid: string): KnownObject | undefined {
    return kind === 'pod' ? this.#pods.get(uid) : this.#byUid.get(kind)?.get(uid);
  }

  *all(kind: RecordKind): Iterable<KnownObject> {
    yield* kind === 'pod' ? this.#pods.values() : (this.#byUid.get(kind)?.values() ?? []);
  }

  *existing(): Iterable<KnownObject> {
    for (const kind of recordKinds)
      for (const object of this.all(kind)) if (object.deletedMs === null) yield object;
  }

  add(object: KnownObject): void {
    if (isPod(object)) {
      this.#pods.set(object.uid, object);
      if (object.kubeletUid !== null) this.#kubeletUids.set(object.kubeletUid, object);
      for (const container of object.containers) this.#indexContainer(object, container);
    } else this.#byUid.get(object.kind)?.set(object.uid, object);
    if (object.deletedMs === null) this.#addName(object);
    else this.#deleted.push(object);
  }

  addContainer(pod: KnownPod, container: KnownContainer): void {
    pod.containers.push(container);
    this.#indexContainer(pod, container);
    if (pod.deletedMs === null) this.#aliveCnt++;
  }

  setKubeletUid(pod: KnownPod, kubeletUid: string): void {
    if (pod.kubeletUid === kubeletUid) return;
    pod.kubeletUid = kubeletUid;
    this.#kubeletUids.set(kubeletUid, pod);
    for (const container of pod.containers) this.#indexContainer(pod, container);
  }

  delete(object: KnownObject, atMs: number): void {
    if (object.deletedMs !== null) return;
    object.deletedMs = atMs;
    this.#aliveCnt -= countOf(object);
    this.#deleted.push(object);
    if (isPod(object)) this.#stopWaiting(object);
    const names = this.#nameIndex(object);
    if (names?.map.get(names.key) === object) names.map.delete(names.key);
  }

  /** A deleted object exists again under the same uid. */
  revive(object: KnownObject): void {
    if (object.deletedMs === null) return;
    object.deletedMs = null;
    this.#addName(object);
  }

  nodeByName(name: string): KnownObject | undefined {
    return this.#byName.get('node')?.get(name);
  }

  /** The object that has the name now; undefined for kinds whose names are not unique. */
  ownerOfName(object: KnownObject): KnownObject | undefined {
    const names = this.#nameIndex(object);
    return names?.map.get(names.key);
  }

  /** The node is deleted: its pods wait for another node of the same name. */
  waitForReplacement(node: KnownObject): void {
    for (const pod of this.#pods.values())
      if (pod.nodeId === node.id && pod.deletedMs === null) this.waitForNode(pod, node.name);
  }

  /** The node of the pod is not known yet. */
  waitForNode(pod: KnownPod, nodeName: string): void {
    this.#stopWaiting(pod);
    const pods = this.#podsByAwaitedNode.get(nodeName) ?? new Set();
    this.#podsByAwaitedNode.set(nodeName, pods.add(pod));
    this.#awaitedNodes.set(pod, nodeName);
  }

  takePodsWaitingFor(nodeName: string): Iterable<KnownPod> {
    const pods = this.#podsByAwaitedNode.get(nodeName) ?? [];
    this.#podsByAwaitedNode.delete(nodeName);
    for (const pod of pods) this.#awaitedNodes.delete(pod);
    return pods;
  }

  #stopWaiting(pod: KnownPod): void {
    const nodeName = this.#awaitedNodes.get(pod);
    if (nodeName === undefined) return;
    this.#awaitedNodes.delete(pod);
    const pods = this.#podsByAwaitedNode.get(nodeName);
    pods?.delete(pod);
    if (pods?.size === 0) this.#podsByAwaitedNode.delete(nodeName);
  }

  /** Id of the object that a sample belongs to; 0 when it is not known. */
  idOfSample(scope: SampleRows['scope'], key: string): number {
    switch (scope) {
      case 'container':
        return this.#containers.get(key) ?? 0;
      case 'pod':
        return (this.#pods.get(key) ?? this.#kubeletUids.get(key))?.id ?? 0;
      default:
        return this.#byName.get(scope)?.get(key)?.id ?? 0;
    }
  }

  /** Id of the object of an event: by uid, else by name for kinds whose names are unique. */
  idOfEvent(kind: RecordKind, uid: string | null, namespace: string | null, name: string): number | null {
    const byUid = uid === null ? undefined : this.get(kind, uid);
    if (byUid) return byUid.id;
    // A kubelet writes the node name into the uid of its events.
    if (uid !== null && kind !== 'node') return null;
    return this.#byName.get(kind)?.get(nameKey(kind, namespace, name))?.id ?? null;
  }

  /** Drops objects that were deleted long ago. The database still has them if they come back. */
  dropDeleted(nowMs: number): void {
    const kept: KnownObject[] = [];
    const tooMany = this.#deleted.length - MAX_DELETED;
    for (const [index, object] of this.#deleted.entries()) {
      if (object.deletedMs === null) continue;
      if (index >= tooMany && nowMs - object.deletedMs < KEEP_DELETED_MS) kept.push(object);
      else {
        this.#drop(object);
        this.markDropped(object.deletedMs);
      }
    }
    this.#deleted = kept;
  }

  /** Objects that were deleted until then are in the database only. */
  markDropped(untilMs: number): void {
    this.#droppedUntilMs = Math.max(untilMs, this.#droppedUntilMs ?? untilMs);
  }

  /**
   * Whether an unknown object may be a dropped one. An object that was created after the last drop is new.
   */
  mayHaveDropped(createdMs: number | null): boolean {
    if (this.#droppedUntilMs === undefined) return false;
    return createdMs === null || createdMs <= this.#droppedUntilMs + MAX_CLOCK_DIFFERENCE_MS;
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

  #addName(object: KnownObject): void {
    this.#aliveCnt += countOf(object);
    const names = this.#nameIndex(object);
    names?.map.set(names.key, object);
  }

  #indexContainer(pod: KnownPod, { id, name }: KnownContainer): void {
    this.#containers.set(`${pod.uid}/${name}`, id);
    if (pod.kubeletUid !== null) this.#containers.set(`${pod.kubeletUid}/${name}`, id);
  }

  #nameIndex(object: KnownObject): { map: Map<string, KnownObject>; key: string } | undefined {
    const map = this.#byName.get(object.kind);
    return map && { map, key: nameKey(object.kind, object.namespace, object.name) };
  }
}

function nameKey(kind: RecordKind, namespace: string | null, name: string): string {
  return sourceOf(kind).nameUniqueIn === 'namespace' ? `${namespace}/${name}` : name;
}

function countOf(object: KnownObject): number {
  return isPod(object) ? 1 + object.containers.length : 1;
}
