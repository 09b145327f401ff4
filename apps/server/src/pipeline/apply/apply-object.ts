import type { ChangedKind } from '@gwanje/kinds/calls/stream';
import { msOfTime } from '@gwanje/kinds/definition/record-fields';
import type { NodeState } from '@gwanje/kinds/node/index';
import { type ObjectState, type StateKind, stateKindOf } from '@gwanje/kinds/registry';
import { type Change, describeChanges } from '@gwanje/kinds/state/changes';
import { followState, type InventoryRecord, stateOfRecord } from '@gwanje/kinds/state/states';
import type { PlacedObject } from '../../live/delta/live-delta.ts';
import { type ApplyContext, movePod, putKindState } from '../../live/delta/put-object.ts';
import type { LiveState } from '../../live/live-state.ts';
import type { ObjectChange, ObjectDeleted, ObjectSeen, PodPlaced } from '../identify/identify-inventory.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import { type NodeFacts, nodeGone, nodeSeen } from '../state/node-history.ts';
import { isPod, type KnownObject } from '../state/object-registry.ts';
import type { ChangeWrite } from '../state/pending-writes.ts';

/**
 * Applies a change to the live state and adds its pending writes. Returns the entry for the history, if there
 * is one.
 */
export function applyObjectChange(
  change: ObjectChange,
  cluster: ClusterMemory,
  atMs: number,
  context: ApplyContext,
): ChangeWrite | undefined {
  switch (change.kind) {
    case 'seen':
      return applySeen(change, cluster, atMs, context);
    case 'deleted':
      return applyDeleted(change, cluster, context);
    case 'placed':
      return applyPlaced(change, cluster, context);
  }
}

function applySeen(
  { object, record, recordText, recordHash, newContainers, isNew, isBack }: ObjectSeen,
  cluster: ClusterMemory,
  atMs: number,
  context: ApplyContext,
): ChangeWrite | undefined {
  const { hostId, pending, registry } = cluster;
  const { state, changes } = putState(object, record, hostId, context, atMs);
  const changedMs = changeMs(record, object.changedMs, atMs);
  // Only after the live state accepted the record: a record that failed must not count as known.
  const known: KnownObject =
    changes.length > 0 ? { ...object, recordHash, changedMs } : { ...object, recordHash };
  registry.put(known);
  const stateText = state === null ? null : JSON.stringify(state);
  pending.lifetimes.delete(object.id);
  const wasBack = pending.objects.get(object.id)?.isBack ?? false;
  pending.objects.set(object.id, {
    hostId,
    object: known,
    record: recordText,
    state: stateText,
    isBack: isBack || wasBack,
  });
  if (isPod(known)) {
    for (const { id, name } of newContainers)
      pending.containers.set(id, { id, hostId, pod: known, name, firstSeenMs: atMs });
    if (isBack) pending.containerLifetimes.set(known.id, known);
  }
  if (stateText === null) return undefined;
  // A condition that is not the worst one changes no state, but it begins a new record of the node history.
  if (record.kind === 'node' && state !== null && 'condition' in state)
    followNode(object, nodeFacts(state, record), cluster, isNew || isBack ? atMs : changedMs);
  if (changes.length === 0) return undefined;
  return { hostId, objectId: object.id, atMs: changedMs, changes, state: stateText };
}

export function putState(
  object: PlacedObject,
  record: InventoryRecord,
  hostId: number,
  context: ApplyContext,
  atMs: number,
): { readonly state: ObjectState | null; readonly changes: readonly Change[] } {
  const read = stateOfRecord(record);
  if (read === null) return { state: null, changes: [] };
  const before = context.live.stateOf(read.kind, object.id);
  const made = followState(read, before, atMs);
  const { kind, state } = made;
  const changes = describeChanges<StateKind>(kind, before, state);
  putKindState(object, made, hostId, context);
  return { state, changes };
}

function applyDeleted(
  { object, atMs }: ObjectDeleted,
  { hostId, pending, nodeTracks }: ClusterMemory,
  { live }: ApplyContext,
): ChangeWrite | undefined {
  const state = lastState(object, live);
  pending.putLifetime(object);
  if (isPod(object)) pending.containerLifetimes.set(object.id, object);
  if (object.kind === 'node') {
    const track = nodeTracks.get(object.id);
    if (track) pending.putSpans(hostId, object.id, nodeGone(track, atMs).changed);
    nodeTracks.delete(object.id);
  }
  const kind = stateKindOf(object.kind);
  if (kind !== null) live.remove(kind, object.id);
  if (state === null) return undefined;
  const changes = [{ what: 'deleted', from: object.name, to: null }];
  return { hostId, objectId: object.id, atMs: object.changedMs, changes, state: JSON.stringify(state) };
}

function lastState(object: KnownObject, live: LiveState): ObjectState | null {
  const kind = stateKindOf(object.kind);
  return kind === null ? null : live.stateOf(kind, object.id);
}

function applyPlaced({ object }: PodPlaced, cluster: ClusterMemory, context: ApplyContext): undefined {
  movePod(object, cluster.hostId, context);
  cluster.pending.putLifetime(object);
}

function followNode(object: KnownObject, facts: NodeFacts, cluster: ClusterMemory, atMs: number): void {
  const { track, changed } = nodeSeen(cluster.nodeTracks.get(object.id), facts, atMs);
  if (track) cluster.nodeTracks.set(object.id, track);
  cluster.pending.putSpans(cluster.hostId, object.id, changed);
}

export function nodeFacts(
  { condition, isSchedulable, kubeletVersion }: NodeState,
  { conditions }: Extract<InventoryRecord, { kind: 'node' }>,
): NodeFacts {
  return { condition, isSchedulable, kubeletVersion, conditions };
}

export function addChangedKinds(object: Pick<KnownObject, 'kind'>, changedKinds: Set<ChangedKind>): void {
  const kind = stateKindOf(object.kind);
  if (kind === null) return;
  changedKinds.add(kind);
  if (kind === 'pod') changedKinds.add('container');
}

/**
 * When the record changed: its own latest time between the previous change and the batch, else the time of
 * the batch.
 */
export function changeMs(record: InventoryRecord, previousMs: number, batchMs: number): number {
  let latest = previousMs;
  for (const time of ownTimes(record)) {
    const ms = msOfTime(time);
    if (ms !== null && ms > latest && ms <= batchMs) latest = ms;
  }
  return latest > previousMs ? latest : Math.max(batchMs, previousMs);
}

function* ownTimes(record: InventoryRecord): Iterable<string | null> {
  if (record.kind !== 'node' && record.kind !== 'pod') return;
  for (const { changedAt } of record.conditions) yield changedAt;
  if (record.kind !== 'pod') return;
  yield record.startedAt;
  yield record.deletingAt;
  for (const { state, lastState } of record.containers) {
    for (const one of [state, lastState]) {
      yield one?.startedAt ?? null;
      yield one?.finishedAt ?? null;
    }
  }
}
