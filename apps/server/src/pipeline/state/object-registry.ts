import { type RecordKind, recordKinds, sourceOf } from '@gwanje/kinds/registry';
import type { SampleRows } from '../receive/received-batch.ts';

export interface KnownContainer {
  readonly id: number;
  readonly name: string;
}

/** An object with its id and times: a value, which `put` replaces. Its state is in the live state. */
export interface KnownObject {
  readonly id: number;
  readonly kind: RecordKind;
  readonly uid: string;
  readonly name: string;
  readonly namespace: string | null;
  readonly createdMs: number | null;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly deletedMs: number | null;
  /** When its state last changed. */
  readonly changedMs: number;
  /** Hash of the record's text; null when the next record must count as changed. */
  readonly recordHash: number | null;
}

export interface KnownPod extends KnownObject {
  readonly kind: 'pod';
  readonly kubeletUid: string | null;
  readonly nodeId: number | null;
  readonly placedMs: number | null;
  /** Name of the node that the pod waits for: it is not known yet, or it was deleted. */
  readonly awaitedNode: string | null;
  /** All containers it ever had. One that leaves the record stays until the pod is deleted. */
  readonly containers: readonly KnownContainer[];
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
  /** Ids of pods. */
  readonly #kubeletUids = new Map<string, number>();
  readonly #containers = new Map<string, number>();
  /** Objects of kinds whose names are unique, by `name` or `namespace/name`. */
  readonly #byName: ReadonlyMap<string, Map<string, KnownObject>> = new Map(
    recordKinds.filter((kind) => sourceOf(kind).nameUniqueIn).map((kind) => [kind, new Map()]),
  );
  /** Uids of pods by the name of the node they wait for. */
  readonly #podsByAwaitedNode = new Map<string, Set<string>>();
  /** Deleted objects by id, in the order of their deletion. */
  readonly #deleted = new Map<number, KnownObject>();
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

  /** Adds an object or replaces its value, with everything that finds it. */
  put(object: KnownObject | KnownPod): void {
    const before = this.get(object.kind, object.uid);
    if (isPod(object)) this.#putPod(object);
    else this.#byUid.get(object.kind)?.set(object.uid, object);
    const names = this.#nameIndex(object);
    const hasName = names?.map.get(names.key)?.id === object.id;
    if (before?.deletedMs === null) this.#aliveCnt -= countOf(before);
    if (object.deletedMs === null) {
      this.#aliveCnt += countOf(object);
      this.#deleted.delete(object.id);
      if (hasName || before?.deletedMs !== null) names?.map.set(names.key, object);
    } else {
      this.#deleted.set(object.id, object);
      if (hasName) names?.map.delete(names.key);
    }
  }

  #putPod(pod: KnownPod): void {
    const { uid, id, kubeletUid, awaitedNode, containers } = pod;
    const before = this.#pods.get(uid);
    this.#pods.set(uid, pod);
    if (kubeletUid !== null) this.#kubeletUids.set(kubeletUid, id);
    if (containers !== before?.containers || kubeletUid !== before.kubeletUid)
      for (const container of containers) this.#indexContainer(pod, container);
    if (before?.awaitedNode === awaitedNode) return;
    if (before?.awaitedNode) this.#stopWaiting(uid, before.awaitedNode);
    if (awaitedNode === null) return;
    const waiting = this.#podsByAwaitedNode.get(awaitedNode) ?? new Set();
    this.#podsByAwaitedNode.set(awaitedNode, waiting.add(uid));
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
      if (pod.nodeId === node.id && pod.deletedMs === null) this.put({ ...pod, awaitedNode: node.name });
  }

  podsWaitingFor(nodeName: string): readonly KnownPod[] {
    return [...(this.#podsByAwaitedNode.get(nodeName) ?? [])].flatMap((uid) => this.#pods.get(uid) ?? []);
  }

  #stopWaiting(uid: string, nodeName: string): void {
    const pods = this.#podsByAwaitedNode.get(nodeName);
    pods?.delete(uid);
    if (pods?.size === 0) this.#podsByAwaitedNode.delete(nodeName);
  }

  /** Id of the object that a sample belongs to; 0 when it is not known. */
  idOfSample(scope: SampleRows['scope'], key: string): number {
    switch (scope) {
      case 'container':
        return this.#containers.get(key) ?? 0;
      case 'pod':
        return this.#pods.get(key)?.id ?? this.#kubeletUids.get(key) ?? 0;
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
    let tooMany = this.#deleted.size - MAX_DELETED;
    for (const object of this.#deleted.values()) {
      const deletedMs = object.deletedMs ?? nowMs;
      if (tooMany-- <= 0 && nowMs - deletedMs < KEEP_DELETED_MS) continue;
      this.#drop(object);
      this.markDropped(deletedMs);
    }
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
    this.#deleted.delete(object.id);
    if (!isPod(object)) {
      this.#byUid.get(object.kind)?.delete(object.uid);
      return;
    }
    this.#pods.delete(object.uid);
    if (object.kubeletUid !== null && this.#kubeletUids.get(object.kubeletUid) === object.id)
      this.#kubeletUids.delete(object.kubeletUid);
    for (const { id, name } of object.containers) {
      for (const uid of [object.uid, object.kubeletUid]) {
        const key = `${uid}/${name}`;
        if (this.#containers.get(key) === id) this.#containers.delete(key);
      }
    }
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
