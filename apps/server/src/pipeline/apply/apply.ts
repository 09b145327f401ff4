import type { InventoryRecord } from '@gwanje/contract/agent/inventory';
import type { ChangedKind } from '@gwanje/contract/stream';
import type { Life } from '../../live/kinds.ts';
import type { LiveState } from '../../live/live-state.ts';
import { type Change, describeChanges } from '../../objects/changes.ts';
import { stateOfRecord } from '../../objects/state-of-record.ts';
import type { NodeState, ObjectState, PodState } from '../../objects/states.ts';
import type { Departure, Placement, Sighting, Step } from '../identify/identify.ts';
import { isPod, type KnownObject, type KnownPod } from '../identify/registry.ts';
import type { ChangeWrite } from '../persist/pending-writes.ts';
import { changeMs } from './change-time.ts';
import type { ClusterMemory } from './cluster-memory.ts';
import { type NodeFacts, nodeGone, nodeSeen } from './node-history.ts';

export interface ApplyContext {
  readonly live: LiveState;
  readonly unmonitored: Pick<ReadonlySet<number>, 'has'>;
}

export interface StepContext extends ApplyContext {
  readonly atMs: number;
  readonly onChange: (change: ChangeWrite) => void;
}

/** Puts what happened to an object into the live state, and notes what is to be written of it. */
export function applyStep(step: Step, cluster: ClusterMemory, context: StepContext): void {
  if (step.kind === 'sighting') applySighting(step, cluster, context);
  else if (step.kind === 'departure') applyDeparture(step, cluster, context);
  else applyPlacement(step, cluster, context);
}

function applySighting(step: Sighting, cluster: ClusterMemory, context: StepContext): void {
  const { object, record, text, hash } = step;
  const { atMs } = context;
  const { hostId, pending } = cluster;
  if (step.isBack && isPod(object)) pending.turned.set(object.id, object);
  const { state, changes } = putState(object, record, hostId, context);
  const stateText = state === null ? null : JSON.stringify(state);
  pending.touched.delete(object.id);
  pending.objects.set(object.id, { hostId, object, record: text, state: stateText });
  if (isPod(object)) noteContainers(object, cluster, atMs);
  // Only now: a record that could not be taken in must not be taken for one that is known.
  object.recordHash = hash;
  if (stateText === null) return;
  const changedMs = changeMs(record, object.changedMs, atMs);
  // A condition may change that is not the worst one: no change of state, but another record of the node.
  if (record.kind === 'node' && state !== null && 'condition' in state)
    followNode(object, nodeFacts(state, record), cluster, step.isNew || step.isBack ? atMs : changedMs);
  if (changes.length === 0) return;
  object.changedMs = changedMs;
  context.onChange({ hostId, objectId: object.id, atMs: changedMs, changes, state: stateText });
}

function noteContainers(pod: KnownPod, { hostId, pending }: ClusterMemory, atMs: number): void {
  for (const container of pod.containers) {
    if (container.isNoted) continue;
    const { id, name } = container;
    pending.containers.set(id, { id, hostId, pod, name, firstSeenMs: atMs });
    container.isNoted = true;
  }
}

interface Put {
  readonly state: ObjectState | null;
  readonly changes: readonly Change[];
}

export function putState(
  object: KnownObject,
  record: InventoryRecord,
  hostId: number,
  context: ApplyContext,
): Put {
  const { live } = context;
  const { id } = object;
  const life = lifeOf(object, context);
  switch (record.kind) {
    case 'node': {
      const state = stateOfRecord('node', record);
      const changes = describeChanges('node', live.stateOf('node', id), state);
      live.putNode(hostId, id, state, life);
      return { state, changes };
    }
    case 'pod': {
      const state = stateOfRecord('pod', record);
      const changes = describeChanges('pod', live.stateOf('pod', id), state);
      putPod(object, state, hostId, context);
      return { state, changes };
    }
    case 'volume': {
      const state = stateOfRecord('volume', record);
      const changes = describeChanges('volume', live.stateOf('volume', id), state);
      live.putVolume(hostId, id, state, life);
      return { state, changes };
    }
    case 'claim': {
      const state = stateOfRecord('claim', record);
      const changes = describeChanges('claim', live.stateOf('claim', id), state);
      live.putClaim(hostId, id, state, life);
      return { state, changes };
    }
    case 'namespace': {
      const state = stateOfRecord('namespace', record);
      const changes = describeChanges('namespace', live.stateOf('namespace', id), state);
      live.putNamespace(hostId, id, state, life);
      return { state, changes };
    }
    default:
      return { state: null, changes: [] };
  }
}

export function putPod(object: KnownObject, state: PodState, hostId: number, context: ApplyContext): void {
  if (!isPod(object)) return;
  const idOf = new Map(object.containers.map(({ name, id }) => [name, id]));
  const containerIds = state.containers.map(({ name }) => idOf.get(name) ?? 0);
  const life = { ...lifeOf(object, context), nodeId: object.nodeId };
  context.live.putPod(hostId, object.id, state, containerIds, life);
}

export function lifeOf(object: KnownObject, { unmonitored }: Pick<ApplyContext, 'unmonitored'>): Life {
  return {
    isMonitored: !unmonitored.has(object.id),
    createdAtMs: object.createdMs,
    firstSeenAtMs: object.firstSeenMs,
    lastSeenAtMs: object.lastSeenMs,
    deletedAtMs: null,
  };
}

function applyDeparture({ object, atMs }: Departure, cluster: ClusterMemory, context: StepContext): void {
  const { live } = context;
  const { hostId, pending } = cluster;
  const state = lastState(object, live);
  cluster.registry.deleted(object, atMs);
  object.recordHash = null;
  if (state !== null) {
    object.changedMs = Math.max(atMs, object.changedMs);
    const changes = [{ what: 'deleted', from: object.name, to: null }];
    context.onChange({
      hostId,
      objectId: object.id,
      atMs: object.changedMs,
      changes,
      state: JSON.stringify(state),
    });
  }
  if (!pending.objects.has(object.id)) pending.touched.set(object.id, object);
  if (isPod(object)) pending.turned.set(object.id, object);
  if (object.kind === 'node') {
    const track = cluster.nodeTracks.get(object.id);
    if (track) pending.putSpans(hostId, object.id, nodeGone(track, atMs).changed);
    cluster.nodeTracks.delete(object.id);
    cluster.registry.waitForAnother(object);
  }
  if (isStateKind(object.kind)) live.remove(object.kind, object.id);
}

function lastState(object: KnownObject, live: LiveState): ObjectState | null {
  return isStateKind(object.kind) ? live.stateOf(object.kind, object.id) : null;
}

function isStateKind(kind: KnownObject['kind']): kind is 'node' | 'pod' | 'volume' | 'claim' | 'namespace' {
  return kind === 'node' || kind === 'pod' || kind === 'volume' || kind === 'claim' || kind === 'namespace';
}

function applyPlacement({ object }: Placement, cluster: ClusterMemory, context: ApplyContext): void {
  const state = context.live.stateOf('pod', object.id);
  if (state) putPod(object, state, cluster.hostId, context);
  if (!cluster.pending.objects.has(object.id)) cluster.pending.touched.set(object.id, object);
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

export function noteNews(object: KnownObject, news: Set<ChangedKind>): void {
  if (!isStateKind(object.kind)) return;
  news.add(object.kind);
  if (object.kind === 'pod') news.add('container');
}
