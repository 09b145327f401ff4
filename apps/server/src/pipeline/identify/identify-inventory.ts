import type { InventoryPart } from '@gwanje/kinds/batch';
import { msOfTime } from '@gwanje/kinds/definition/record-fields';
import type { InventoryRecord } from '@gwanje/kinds/state/states';
import { batchMs, notInFuture } from '../receive/clock/batch-time.ts';
import type { ReceivedBatch } from '../receive/received-batch.ts';
import type { ClusterMemory, Listing } from '../state/cluster-memory.ts';
import { isPod, type KnownObject, type KnownPod } from '../state/object-registry.ts';
import type { IdBlocks } from './id-block-repository.ts';

/** The record of an object is new or differs from the previous one. */
export interface ObjectSeen {
  readonly kind: 'seen';
  readonly object: KnownObject;
  readonly record: InventoryRecord;
  readonly recordText: string;
  readonly recordHash: number;
  readonly isNew: boolean;
  /** The object was deleted before and exists again. */
  readonly isBack: boolean;
}

export interface ObjectDeleted {
  readonly kind: 'deleted';
  readonly object: KnownObject;
  readonly atMs: number;
  /** When the agent last saw the object: the watch sees it until its deletion. */
  readonly lastSeenMs: number;
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
 * asks for the next: an error then leaves the rest of the inventory untouched.
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
      if (object) yield* deleteObject(object, notInFuture(Date.parse(deletedAt), nowMs));
    }
    if (!part.listing?.isLast) continue;
    cluster.listings.delete(part.listing.kind);
    if (!listing) {
      isListingBroken = true;
      continue;
    }
    if (part.listing.kind === 'pod') isListed = true;
    for (const object of cluster.registry.all(part.listing.kind)) {
      if (object.listingNo !== listing.listingNo)
        yield* deleteObject(object, context.atMs, Math.max(object.lastSeenMs, listing.seenBeforeMs));
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
  if (chunk.chunk === 0)
    cluster.listings.set(chunk.kind, {
      id: chunk.id,
      agentId,
      listingNo: cluster.nextListingNo(),
      seenBeforeMs: cluster.objectsSeenMs,
      nextChunk: 0,
    });
  const listing = cluster.listings.get(chunk.kind);
  if (!listing) return null;
  if (listing.id !== chunk.id || listing.agentId !== agentId || listing.nextChunk !== chunk.chunk) {
    cluster.listings.delete(chunk.kind);
    return null;
  }
  listing.nextChunk++;
  return listing;
}

function* identifyRecord(sent: InventoryRecord, context: IdentifyContext): Generator<ObjectChange> {
  const { cluster, ids, atMs } = context;
  const { registry } = cluster;
  const record = withUniqueContainers(sent);
  const recordText = JSON.stringify(record);
  const recordHash = textHash(recordText);
  const known = registry.get(record.kind, record.uid);
  const object = known ?? createObject(record, atMs, ids);
  const isBack = known !== undefined && known.deletedMs !== null;
  object.listingNo = cluster.listings.get(record.kind)?.listingNo ?? object.listingNo;
  if (known && !isBack && known.recordHash === recordHash) {
    yield* moveIfNodeReplaced(object, record, registry);
    return;
  }
  // An older batch of another agent does not move the time back.
  object.lastSeenMs = Math.max(object.lastSeenMs, atMs);
  // Only one object has a name at a time: the new object replaces the old object of that name.
  const replaced = registry.ownerOfName(object);
  if (replaced && replaced !== object) yield* deleteObject(replaced, atMs);
  if (!known) registry.add(object);
  else if (isBack) registry.revive(object);

  if (isPod(object) && record.kind === 'pod') {
    if (record.kubeletUid !== undefined) registry.setKubeletUid(object, record.kubeletUid);
    for (const { name } of record.containers) {
      if (object.containers.some((container) => container.name === name)) continue;
      registry.addContainer(object, { id: ids.take(), name, isPersisted: false });
    }
    if (record.nodeName !== null && object.nodeId === null)
      placePod(object, record, record.nodeName, atMs, cluster);
    else if (record.nodeName !== null && isBack && !registry.nodeByName(record.nodeName))
      registry.waitForNode(object, record.nodeName);
  }
  yield { kind: 'seen', object, record, recordText, recordHash, isNew: !known, isBack };
  yield* moveIfNodeReplaced(object, record, registry);
  if (record.kind === 'node' && (!known || isBack)) {
    for (const pod of registry.takePodsWaitingFor(record.name)) yield* movePod(pod, object);
  }
}

/** Moves a pod when another node of the same name has replaced its node. */
function* moveIfNodeReplaced(
  object: KnownObject,
  record: InventoryRecord,
  registry: ClusterMemory['registry'],
): Generator<PodPlaced> {
  if (!isPod(object) || record.kind !== 'pod' || record.nodeName === null) return;
  const node = registry.nodeByName(record.nodeName);
  if (node) yield* movePod(object, node);
}

function* movePod(pod: KnownPod, node: KnownObject): Generator<PodPlaced> {
  if (pod.deletedMs !== null || pod.nodeId === node.id) return;
  // The pod cannot have been on the new node before that node existed.
  if (pod.nodeId !== null) pod.placedMs = Math.max(pod.placedMs ?? 0, node.firstSeenMs);
  pod.nodeId = node.id;
  yield { kind: 'placed', object: pod };
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
    listingNo: 0,
  };
  if (record.kind !== 'pod') return object;
  return { ...object, kind: 'pod', kubeletUid: null, nodeId: null, placedMs: null, containers: [] };
}

function placePod(
  pod: KnownPod,
  record: Extract<InventoryRecord, { kind: 'pod' }>,
  nodeName: string,
  atMs: number,
  { registry }: ClusterMemory,
): void {
  const scheduled = record.conditions.find(
    ({ type, status }) => type === 'PodScheduled' && status === 'True',
  );
  const placedMs = msOfTime(scheduled?.changedAt) ?? msOfTime(record.startedAt) ?? atMs;
  pod.placedMs = notInFuture(placedMs, atMs);
  const node = registry.nodeByName(nodeName);
  if (node) pod.nodeId = node.id;
  else registry.waitForNode(pod, nodeName);
}

function* deleteObject(
  object: KnownObject,
  deletedMs: number,
  lastSeenMs = deletedMs,
): Generator<ObjectDeleted> {
  if (object.deletedMs !== null) return;
  const atMs = Math.max(deletedMs, object.firstSeenMs);
  yield {
    kind: 'deleted',
    object,
    atMs,
    lastSeenMs: Math.min(atMs, Math.max(lastSeenMs, object.firstSeenMs)),
  };
}

/** FNV-1a over the code units of the text, as a PostgreSQL int. It detects a changed text. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
