import type { PodState } from '@gwanje/kinds/pod/index';
import type { StateKind, StateOfKind } from '@gwanje/kinds/registry';
import type { KindState } from '@gwanje/kinds/state/states';
import type { Life } from '../list-types.ts';
import type { LiveState } from '../live-state.ts';
import type { PlacedObject } from './live-delta.ts';

export interface ApplyContext {
  readonly live: LiveState;
  readonly unmonitored: Pick<ReadonlySet<number>, 'has'>;
}

export function putKindState(
  object: PlacedObject,
  made: KindState,
  hostId: number,
  context: ApplyContext,
): void {
  if (made.kind === 'pod') putPod(object, made.state, hostId, context);
  else putOther(object, made, hostId, context);
}

function putOther<Kind extends Exclude<StateKind, 'pod'>>(
  object: PlacedObject,
  { kind, state }: { readonly kind: Kind; readonly state: StateOfKind[Kind] },
  hostId: number,
  context: ApplyContext,
): void {
  context.live.put(kind, hostId, object.id, state, lifeOf(object, context));
}

function putPod(object: PlacedObject, state: PodState, hostId: number, context: ApplyContext): void {
  const { containers = [], nodeId = null } = object;
  const idOf = new Map(containers.map(({ name, id }) => [name, id]));
  const containerIds = state.containers.map(({ name }) => idOf.get(name) ?? 0);
  const life = { ...lifeOf(object, context), nodeId };
  context.live.putPod(hostId, object.id, state, containerIds, life);
}

function lifeOf(object: PlacedObject, { unmonitored }: Pick<ApplyContext, 'unmonitored'>): Life {
  return {
    isMonitored: !unmonitored.has(object.id),
    createdAtMs: object.createdMs,
    firstSeenAtMs: object.firstSeenMs,
    lastSeenAtMs: object.lastSeenMs,
    deletedAtMs: null,
  };
}

/** Moves a pod to the node that it is on now. */
export function movePod(object: PlacedObject, hostId: number, context: ApplyContext): void {
  const state = context.live.stateOf('pod', object.id);
  if (state) putPod(object, state, hostId, context);
}
