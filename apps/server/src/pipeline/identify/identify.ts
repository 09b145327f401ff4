import type { InventoryPart } from '@gwanje/contract/agent/batch';
import type { InventoryRecord } from '@gwanje/contract/agent/inventory';
import { msOrNull } from '../../objects/ms.ts';
import type { ClusterMemory, Listing } from '../apply/cluster-memory.ts';
import type { Arrival } from '../receive/arrival.ts';
import type { IdBlocks } from './id-blocks.ts';
import { isPod, type KnownObject, type KnownPod } from './registry.ts';
import { textHash } from './text-hash.ts';

/** An object whose record is new or another than before. */
export interface Sighting {
  readonly kind: 'sighting';
  readonly object: KnownObject;
  readonly record: InventoryRecord;
  readonly text: string;
  /** Of the text; the object's own when it has been taken in. */
  readonly hash: number;
  readonly isNew: boolean;
  /** It was gone. */
  readonly isBack: boolean;
}

export interface Departure {
  readonly kind: 'departure';
  readonly object: KnownObject;
  readonly atMs: number;
}

/** A pod whose node has become known after it, or has been replaced by another of the same name. */
export interface Placement {
  readonly kind: 'placement';
  readonly object: KnownPod;
}

export type Step = Sighting | Departure | Placement;

export interface Identified {
  /** A listing that deleted nothing, for its beginning was not seen here. */
  readonly isListingBroken: boolean;
  readonly isListed: boolean;
}

export interface IdentifyContext {
  readonly cluster: ClusterMemory;
  readonly ids: Pick<IdBlocks, 'take'>;
  /** The time of what the batch says, on our clock. */
  readonly atMs: number;
  /** Takes each in before the next is looked at: a fault leaves what follows it as unseen as it was. */
  readonly apply: (step: Step) => void;
}

/** A request's date has whole seconds: less than this says nothing about a clock. */
const LEAST_SKEW_MS = 2_000;

export function batchMs({ batch, receivedAt, clockSkewMs }: Arrival): number {
  const sentMs = Date.parse(batch.sentAt) - (Math.abs(clockSkewMs) >= LEAST_SKEW_MS ? clockSkewMs : 0);
  return inPast(sentMs, receivedAt.getTime());
}

/** PostgreSQL knows no year 0, and nothing has happened yet that happens later. */
function inPast(ms: number, nowMs: number): number {
  return Math.max(0, Math.min(ms, nowMs));
}

/** Gives every object of the inventory its id, and tells what happened to it. */
export function identify({ batch, receivedAt }: Arrival, context: IdentifyContext): Identified {
  const { cluster, atMs } = context;
  const nowMs = receivedAt.getTime();
  let isListingBroken = false;
  let isListed = false;
  for (const part of batch.inventory ?? []) {
    const listing = part.listing && followListing(part.listing, batch.agent.id, cluster);
    for (const record of part.upserts) see(record, context);
    for (const { kind, uid, deletedAt } of part.deletes) {
      const object = cluster.registry.get(kind, uid);
      if (object) depart(object, inPast(Date.parse(deletedAt), nowMs), context);
    }
    if (!part.listing?.isLast) continue;
    cluster.listings.delete(part.listing.kind);
    if (!listing) {
      isListingBroken = true;
      continue;
    }
    if (part.listing.kind === 'pod') isListed = true;
    for (const object of cluster.registry.all(part.listing.kind)) {
      if (object.mark !== listing.mark) depart(object, atMs, context);
    }
  }
  return { isListingBroken, isListed };
}

/** The listing a chunk belongs to; null where chunks before it have not come here. */
function followListing(
  chunk: NonNullable<InventoryPart['listing']>,
  agentId: string,
  cluster: ClusterMemory,
): Listing | null {
  if (chunk.chunk === 0)
    cluster.listings.set(chunk.kind, { id: chunk.id, agentId, mark: cluster.nextMark(), nextChunk: 0 });
  const listing = cluster.listings.get(chunk.kind);
  if (!listing) return null;
  if (listing.id !== chunk.id || listing.agentId !== agentId || listing.nextChunk !== chunk.chunk) {
    cluster.listings.delete(chunk.kind);
    return null;
  }
  listing.nextChunk++;
  return listing;
}

function see(sent: InventoryRecord, context: IdentifyContext): void {
  const { cluster, ids, atMs, apply } = context;
  const { registry } = cluster;
  const record = withContainersOnce(sent);
  const text = JSON.stringify(record);
  const hash = textHash(text);
  const known = registry.get(record.kind, record.uid);
  const object = known ?? create(record, atMs, ids);
  const isBack = known !== undefined && known.deletedMs !== null;
  object.mark = cluster.listings.get(record.kind)?.mark ?? object.mark;
  // Older batches of another agent must not turn the time back.
  object.lastSeenMs = Math.max(object.lastSeenMs, atMs);
  if (known && !isBack && known.recordHash === hash) {
    moveIfReplaced(object, record, registry, apply);
    return;
  }
  // A name is one object's at a time: who has it now has taken the place of the other.
  const replaced = registry.namedAs(object);
  if (replaced && replaced !== object) depart(replaced, atMs, context);
  if (!known) registry.add(object);
  else if (isBack) registry.revived(object);

  if (isPod(object) && record.kind === 'pod') {
    if (record.kubeletUid !== undefined) registry.setKubeletUid(object, record.kubeletUid);
    for (const { name } of record.containers) {
      if (object.containers.some((container) => container.name === name)) continue;
      registry.addContainer(object, { id: ids.take(), name, isNoted: false });
    }
    if (record.nodeName !== null && object.nodeId === null)
      place(object, record, record.nodeName, atMs, cluster);
    else if (record.nodeName !== null && isBack && !registry.nodeByName(record.nodeName))
      registry.waitForNode(object, record.nodeName);
  }
  apply({ kind: 'sighting', object, record, text, hash, isNew: !known, isBack });
  moveIfReplaced(object, record, registry, apply);
  if (record.kind === 'node' && (!known || isBack)) {
    for (const pod of registry.takeUnplaced(record.name)) putOnNode(pod, object, apply);
  }
}

/** The node of that name may be another by now than the one the pod was put on. */
function moveIfReplaced(
  object: KnownObject,
  record: InventoryRecord,
  registry: ClusterMemory['registry'],
  apply: IdentifyContext['apply'],
): void {
  if (!isPod(object) || record.kind !== 'pod' || record.nodeName === null) return;
  const node = registry.nodeByName(record.nodeName);
  if (node) putOnNode(object, node, apply);
}

function putOnNode(pod: KnownPod, node: KnownObject, apply: IdentifyContext['apply']): void {
  if (pod.deletedMs !== null || pod.nodeId === node.id) return;
  // No longer than the node itself has been there, where another was before it.
  if (pod.nodeId !== null) pod.placedMs = Math.max(pod.placedMs ?? 0, node.firstSeenMs);
  pod.nodeId = node.id;
  apply({ kind: 'placement', object: pod });
}

/** Kubernetes lets no two containers of a pod have the same name; a sender may. */
function withContainersOnce(record: InventoryRecord): InventoryRecord {
  if (record.kind !== 'pod' || record.containers.length < 2) return record;
  const names = new Set<string>();
  const containers = record.containers.filter(({ name }) => names.size < names.add(name).size);
  return containers.length === record.containers.length ? record : { ...record, containers };
}

function create(record: InventoryRecord, atMs: number, ids: IdentifyContext['ids']): KnownObject | KnownPod {
  const createdMs = msOrNull(record.createdAt);
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
    mark: 0,
  };
  if (record.kind !== 'pod') return object;
  return { ...object, kind: 'pod', kubeletUid: null, nodeId: null, placedMs: null, containers: [] };
}

function place(
  pod: KnownPod,
  record: Extract<InventoryRecord, { kind: 'pod' }>,
  nodeName: string,
  atMs: number,
  { registry }: ClusterMemory,
): void {
  const scheduled = record.conditions.find(
    ({ type, status }) => type === 'PodScheduled' && status === 'True',
  );
  const placedMs = msOrNull(scheduled?.changedAt) ?? msOrNull(record.startedAt) ?? atMs;
  pod.placedMs = inPast(placedMs, atMs);
  const node = registry.nodeByName(nodeName);
  if (node) pod.nodeId = node.id;
  else registry.waitForNode(pod, nodeName);
}

function depart(object: KnownObject, atMs: number, { apply }: IdentifyContext): void {
  if (object.deletedMs !== null) return;
  apply({ kind: 'departure', object, atMs: Math.max(atMs, object.firstSeenMs) });
}
