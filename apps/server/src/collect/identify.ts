import type { InventoryPart } from '@gwanje/contract/agent/batch';
import type { InventoryRecord } from '@gwanje/contract/agent/inventory';
import type { AppError } from '@gwanje/contract/errors';
import type { CollectLimits } from '../config.ts';
import type { Arrival } from '../ingest/arrival.ts';
import { refusal } from '../ingest/refuse.ts';
import { msOrNull } from '../objects/ms.ts';
import { type ClusterMemory, type Listing, MAX_AGENTS } from './cluster-memory.ts';
import type { ObjectIds } from './object-ids.ts';
import { isPod, type KnownObject, type KnownPod } from './registry.ts';
import { textHash } from './text-hash.ts';

/** An object whose record is new or another than before. */
export interface Sighting {
  readonly kind: 'sighting';
  readonly object: KnownObject;
  readonly record: InventoryRecord;
  readonly text: string;
  readonly isNew: boolean;
  /** It was gone. */
  readonly isBack: boolean;
  readonly newContainerIds: ReadonlySet<number>;
}

export interface Departure {
  readonly kind: 'departure';
  readonly object: KnownObject;
  readonly atMs: number;
}

/** A pod whose node has become known after it. */
export interface Placement {
  readonly kind: 'placement';
  readonly object: KnownPod;
}

export type Step = Sighting | Departure | Placement;

export interface Identified {
  readonly arrival: Arrival;
  readonly cluster: ClusterMemory;
  /** The time of what it says, on our clock. */
  readonly atMs: number;
  readonly steps: readonly Step[];
  /** A listing that deleted nothing, for its beginning was not seen here. */
  readonly isListingBroken: boolean;
  readonly isListed: boolean;
}

export interface IdentifyContext {
  readonly ids: Pick<ObjectIds, 'take'>;
  readonly limits: CollectLimits;
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

/** How many ids a batch may need. */
export function idsNeeded(arrival: Arrival, cluster: ClusterMemory): number {
  return newObjects(arrival, cluster).idCnt;
}

/** Gives every object of the inventory its id; what is refused has changed nothing. */
export function identify(
  arrival: Arrival,
  cluster: ClusterMemory,
  { ids, limits }: IdentifyContext,
): Identified | AppError {
  const atMs = batchMs(arrival);
  const inventory = arrival.batch.inventory ?? [];
  const none = { arrival, cluster, atMs, steps: [], isListingBroken: false, isListed: false };
  if (cluster.agents.size >= MAX_AGENTS && !cluster.agents.has(arrival.batch.agent.id))
    return refusal('objectLimit', { what: 'agents', limit: MAX_AGENTS });
  if (inventory.length === 0) return none;

  const { aliveCnt } = newObjects(arrival, cluster);
  const nowMs = arrival.receivedAt.getTime();
  if (aliveCnt > 0) {
    if (cluster.registry.aliveCnt + aliveCnt > limits.objects)
      return refusal('objectLimit', { limit: limits.objects });
    if (cluster.newObjects.of(nowMs) + aliveCnt > limits.newObjectsPerHour)
      return refusal('seriesLimit', { limit: limits.newObjectsPerHour });
    cluster.newObjects.add(aliveCnt, nowMs);
  }

  const steps: Step[] = [];
  let isListingBroken = false;
  let isListed = false;
  for (const part of inventory) {
    const listing = part.listing && followListing(part.listing, arrival.batch.agent.id, cluster);
    for (const record of part.upserts) see(record, atMs, cluster, ids, steps);
    for (const { kind, uid, deletedAt } of part.deletes) {
      const object = cluster.registry.get(kind, uid);
      const deletedMs = Math.min(inPast(Date.parse(deletedAt), nowMs), nowMs);
      if (object) depart(object, deletedMs, cluster, steps);
    }
    if (!part.listing?.isLast) continue;
    cluster.listings.delete(part.listing.kind);
    if (!listing) {
      isListingBroken = true;
      continue;
    }
    if (part.listing.kind === 'pod') isListed = true;
    for (const object of cluster.registry.all(part.listing.kind)) {
      if (object.mark !== listing.mark) depart(object, atMs, cluster, steps);
    }
  }
  return { ...none, steps, isListingBroken, isListed };
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

function newObjects(arrival: Arrival, { registry }: ClusterMemory): { aliveCnt: number; idCnt: number } {
  let aliveCnt = 0;
  let idCnt = 0;
  for (const part of arrival.batch.inventory ?? []) {
    for (const record of part.upserts) {
      const known = registry.get(record.kind, record.uid);
      const isGone = known !== undefined && known.deletedMs !== null;
      if (!known) idCnt++;
      if (!known || isGone) aliveCnt++;
      if (record.kind !== 'pod') continue;
      const names = known && isPod(known) ? new Set(known.containers.map(({ name }) => name)) : undefined;
      for (const { name } of record.containers) {
        const isKnown = names?.has(name) ?? false;
        if (!isKnown) idCnt++;
        if (!isKnown || isGone) aliveCnt++;
      }
    }
  }
  return { aliveCnt, idCnt };
}

function see(
  sent: InventoryRecord,
  atMs: number,
  cluster: ClusterMemory,
  ids: Pick<ObjectIds, 'take'>,
  steps: Step[],
): void {
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
  if (known && !isBack && known.recordHash === hash) return;
  object.recordHash = hash;
  if (!known) registry.add(object);
  else if (isBack) registry.revived(object);

  const newContainerIds = new Set<number>();
  if (isPod(object) && record.kind === 'pod') {
    if (record.kubeletUid !== undefined) registry.setKubeletUid(object, record.kubeletUid);
    for (const { name } of record.containers) {
      if (object.containers.some((container) => container.name === name)) continue;
      const id = ids.take();
      registry.addContainer(object, { id, name });
      newContainerIds.add(id);
    }
    if (record.nodeName !== null && object.nodeId === null)
      place(object, record, record.nodeName, atMs, cluster);
  }
  steps.push({ kind: 'sighting', object, record, text, isNew: !known, isBack, newContainerIds });
  if (record.kind === 'node' && (!known || isBack)) {
    for (const pod of registry.takeUnplaced(record.name)) {
      if (pod.deletedMs !== null || pod.nodeId !== null) continue;
      pod.nodeId = object.id;
      steps.push({ kind: 'placement', object: pod });
    }
  }
}

/** Kubernetes lets no two containers of a pod have the same name; a sender may. */
function withContainersOnce(record: InventoryRecord): InventoryRecord {
  if (record.kind !== 'pod' || record.containers.length < 2) return record;
  const names = new Set<string>();
  const containers = record.containers.filter(({ name }) => names.size < names.add(name).size);
  return containers.length === record.containers.length ? record : { ...record, containers };
}

function create(record: InventoryRecord, atMs: number, ids: Pick<ObjectIds, 'take'>): KnownObject | KnownPod {
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

function depart(object: KnownObject, atMs: number, cluster: ClusterMemory, steps: Step[]): void {
  if (object.deletedMs !== null) return;
  cluster.registry.deleted(object, Math.max(atMs, object.firstSeenMs));
  object.recordHash = null;
  steps.push({ kind: 'departure', object, atMs: object.deletedMs ?? atMs });
}
