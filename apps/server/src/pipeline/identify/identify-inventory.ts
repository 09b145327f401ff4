import type { InventoryPart } from '@gwanje/kinds/batch';
import { msOfTime } from '@gwanje/kinds/definition/record-fields';
import type { InventoryRecord } from '@gwanje/kinds/state/states';
import { batchMs, notInFuture } from '../receive/clock/batch-time.ts';
import type { ReceivedBatch } from '../receive/received-batch.ts';
import type { ClusterMemory, Listing } from '../state/cluster-memory.ts';
import { isPod, type KnownContainer, type KnownObject, type KnownPod } from '../state/object-registry.ts';
import type { IdBlocks } from './id-block-repository.ts';

/** The record of an object is new or differs from the previous one. */
export interface ObjectSeen {
  readonly kind: 'seen';
  readonly object: KnownObject;
  readonly record: InventoryRecord;
  readonly recordText: string;
  readonly recordHash: number;
  /** Containers that the pod did not have before. */
  readonly newContainers: readonly KnownContainer[];
  readonly isNew: boolean;
  /** The object was deleted before and exists again. */
  readonly isBack: boolean;
}

export interface ObjectDeleted {
  readonly kind: 'deleted';
  readonly object: KnownObject;
  readonly atMs: number;
}

/** The node of a pod became known after the pod, or another node of the same name replaced it. */
export interface PodPlaced {
  readonly kind: 'placed';
  readonly object: KnownPod;
}

export type ObjectChange = ObjectSeen | ObjectDeleted | PodPlaced;

export interface ListingResult {
  /** A listing ended whose first chunks are missing. It deleted nothing, and the agent has to list again. */
  readonly isListingBroken: boolean;
  /** A complete listing of the pods ended. */
  readonly isListed: boolean;
}

interface IdentifyContext {
  readonly cluster: ClusterMemory;
  readonly ids: Pick<IdBlocks, 'take'>;
  readonly atMs: number;
}

/**
 * Gives every object of the inventory its id and yields its changes. The caller applies each change before it
 * asks for the next: an error then leaves the rest of the inventory untouched. It puts an object that was seen into
 * the registry, when the live state has accepted the record.
 */
export function* identifyInventory(
  received: ReceivedBatch,
  cluster: ClusterMemory,
  ids: IdentifyContext['ids'],
): Generator<ObjectChange, ListingResult> {
  const { batch, receivedAt } = received;
  const nowMs = receivedAt.getTime();
  const context = { cluster, ids, atMs: batchMs(received) };
  let isListingBroken = false;
  let isListed = false;
  for (const part of batch.inventory ?? []) {
    const listing = part.listing && followListing(part.listing, batch.agent.id, cluster);
    for (const record of part.upserts) yield* identifyRecord(record, context);
    for (const { kind, uid, deletedAt } of part.deletes) {
      const object = cluster.registry.get(kind, uid);
      if (object) yield* deleteObject(object, notInFuture(Date.parse(deletedAt), nowMs), cluster);
    }
    if (!part.listing?.isLast) continue;
    cluster.listings.delete(part.listing.kind);
    if (!listing) {
      isListingBroken = true;
      continue;
    }
    if (part.listing.kind === 'pod') isListed = true;
    for (const object of cluster.registry.all(part.listing.kind)) {
      if (!listing.seen.has(object.id))
        yield* deleteObject(object, context.atMs, cluster, Math.max(object.lastSeenMs, listing.seenBeforeMs));
    }
  }
  return { isListingBroken, isListed };
}

/** Returns the listing that a chunk belongs to, or null when earlier chunks are missing. */
function followListing(
  chunk: NonNullable<InventoryPart['listing']>,
  agentId: string,
  cluster: ClusterMemory,
): Listing | null {
  const isFirst = chunk.chunk === 0;
  const { objectsSeenMs: seenBeforeMs } = cluster;
  const listing = isFirst
    ? { id: chunk.id, agentId, seenBeforeMs, nextChunk: 0, seen: new Set<number>() }
    : cluster.listings.get(chunk.kind);
  if (listing?.id !== chunk.id || listing.agentId !== agentId || listing.nextChunk !== chunk.chunk) {
    cluster.listings.delete(chunk.kind);
    return null;
  }
  const next = { ...listing, nextChunk: listing.nextChunk + 1 };
  cluster.listings.set(chunk.kind, next);
  return next;
}

function* identifyRecord(sent: InventoryRecord, context: IdentifyContext): Generator<ObjectChange> {
  const { cluster, ids, atMs } = context;
  const { registry } = cluster;
  const record = withUniqueContainers(sent);
  const recordText = JSON.stringify(record);
  const recordHash = textHash(recordText);
  const known = registry.get(record.kind, record.uid);
  const before = known ?? createObject(record, atMs, ids);
  const isBack = known !== undefined && known.deletedMs !== null;
  cluster.listings.get(record.kind)?.seen.add(before.id);
  if (known && !isBack && known.recordHash === recordHash) {
    yield* moveIfNodeReplaced(record, registry);
    return;
  }
  // Only one object has a name at a time: the new object replaces the old object of that name.
  const replaced = registry.ownerOfName(before);
  if (replaced && replaced.id !== before.id) yield* deleteObject(replaced, atMs, cluster);
  const { object, newContainers } = seenObject(before, record, isBack, context);
  yield { kind: 'seen', object, record, recordText, recordHash, newContainers, isNew: !known, isBack };
  yield* moveIfNodeReplaced(record, registry);
  if (record.kind === 'node' && (!known || isBack)) {
    for (const pod of registry.podsWaitingFor(record.name)) yield* movePod(pod, object, registry);
  }
}

/** The object as its record shows it. */
function seenObject(
  before: KnownObject,
  record: InventoryRecord,
  isBack: boolean,
  { cluster: { registry }, ids, atMs }: IdentifyContext,
): { readonly object: KnownObject; readonly newContainers: readonly KnownContainer[] } {
  // An older batch of another agent does not move the time back.
  const lastSeenMs = Math.max(before.lastSeenMs, atMs);
  if (!isPod(before) || record.kind !== 'pod')
    return { object: { ...before, lastSeenMs, deletedMs: null }, newContainers: [] };
  const newContainers = record.containers
    .filter(({ name }) => !before.containers.some((container) => container.name === name))
    .map(({ name }) => ({ id: ids.take(), name }));
  const object: KnownPod = {
    ...before,
    lastSeenMs,
    deletedMs: null,
    kubeletUid: record.kubeletUid ?? before.kubeletUid,
    containers: newContainers.length > 0 ? [...before.containers, ...newContainers] : before.containers,
    ...placeOf(before, record, isBack, atMs, registry),
  };
  return { object, newContainers };
}

/** Moves a pod when another node of the same name has replaced its node. */
function* moveIfNodeReplaced(
  record: InventoryRecord,
  registry: ClusterMemory['registry'],
): Generator<PodPlaced> {
  if (record.kind !== 'pod' || record.nodeName === null) return;
  const [pod, node] = [registry.get('pod', record.uid), registry.nodeByName(record.nodeName)];
  if (node && pod && isPod(pod)) yield* movePod(pod, node, registry);
}

function* movePod(
  pod: KnownPod,
  node: KnownObject,
  registry: ClusterMemory['registry'],
): Generator<PodPlaced> {
  if (pod.deletedMs !== null) return;
  if (pod.nodeId === node.id) {
    if (pod.awaitedNode !== null) registry.put({ ...pod, awaitedNode: null });
    return;
  }
  // The pod cannot have been on the new node before that node existed.
  const placedMs = pod.nodeId === null ? pod.placedMs : Math.max(pod.placedMs ?? 0, node.firstSeenMs);
  const object = { ...pod, nodeId: node.id, placedMs, awaitedNode: null };
  registry.put(object);
  yield { kind: 'placed', object };
}

/** Kubernetes allows each container name once per pod. A faulty agent may send a name twice. */
function withUniqueContainers(record: InventoryRecord): InventoryRecord {
  if (record.kind !== 'pod' || record.containers.length < 2) return record;
  const names = new Set<string>();
  const containers = record.containers.filter(({ name }) => names.size < names.add(name).size);
  return containers.length === record.containers.length ? record : { ...record, containers };
}

function createObject(
  record: InventoryRecord,
  atMs: number,
  ids: IdentifyContext['ids'],
): KnownObject | KnownPod {
  const createdMs = msOfTime(record.createdAt);
  const object: KnownObject = {
    id: ids.take(),
    kind: record.kind,
    uid: record.uid,
    name: record.name,
    namespace: 'namespace' in record ? record.namespace : null,
    createdMs: createdMs === null ? null : Math.max(0, createdMs),
    firstSeenMs: atMs,
    lastSeenMs: atMs,
    deletedMs: null,
    changedMs: 0,
    recordHash: null,
  };
  if (record.kind !== 'pod') return object;
  const place = { nodeId: null, placedMs: null, awaitedNode: null };
  return { ...object, kind: 'pod', kubeletUid: null, ...place, containers: [] };
}

function placeOf(
  { nodeId, placedMs, awaitedNode }: KnownPod,
  { nodeName, conditions, startedAt }: Extract<InventoryRecord, { kind: 'pod' }>,
  isBack: boolean,
  atMs: number,
  registry: ClusterMemory['registry'],
): Pick<KnownPod, 'nodeId' | 'placedMs' | 'awaitedNode'> {
  if (nodeName === null) return { nodeId, placedMs, awaitedNode };
  const node = registry.nodeByName(nodeName);
  if (nodeId !== null) return { nodeId, placedMs, awaitedNode: isBack && !node ? nodeName : awaitedNode };
  const scheduled = conditions.find(({ type, status }) => type === 'PodScheduled' && status === 'True');
  const atNodeMs = msOfTime(scheduled?.changedAt) ?? msOfTime(startedAt) ?? atMs;
  return {
    nodeId: node?.id ?? null,
    placedMs: notInFuture(atNodeMs, atMs),
    awaitedNode: node ? null : nodeName,
  };
}

/** `lastSeenMs`: when the agent last saw the object. The watch sees it until its deletion. */
function* deleteObject(
  object: KnownObject,
  deletedMs: number,
  { registry }: ClusterMemory,
  lastSeenMs = deletedMs,
): Generator<ObjectDeleted> {
  if (object.deletedMs !== null) return;
  const atMs = Math.max(deletedMs, object.firstSeenMs);
  const deleted: KnownObject = {
    ...object,
    ...(isPod(object) && { awaitedNode: null }),
    deletedMs: atMs,
    lastSeenMs: Math.min(atMs, Math.max(lastSeenMs, object.firstSeenMs)),
    changedMs: Math.max(atMs, object.changedMs),
    recordHash: null,
  };
  registry.put(deleted);
  if (deleted.kind === 'node') registry.waitForReplacement(deleted);
  yield { kind: 'deleted', object: deleted, atMs };
}

/** FNV-1a over the code units of the text, as a PostgreSQL int. It detects a changed text. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
