import { alarmedKinds } from '@gwanje/kinds/state/facts';
import type { LiveState } from '../../live/live-state.ts';

/** The open alarms of one object. All kinds share one id sequence, so the kind is not needed. */
export interface ObjectAlarmCounts {
  /** 0: the cluster itself. */
  readonly objectId: number;
  readonly warningCnt: number;
  readonly criticalCnt: number;
}

/** The open alarms of a cluster and its objects. The owner computes them; every replica shows them. */
export interface AlarmCounts {
  readonly hostId: number;
  /** The objects whose counts changed. In a snapshot: all objects that have open alarms. */
  readonly objects: readonly ObjectAlarmCounts[];
  /** All open alarms of the cluster and its objects. Alarms folded together count as one. */
  readonly openAlarms: { readonly warning: number; readonly critical: number };
  /** Since when the alarms of the cluster cannot be evaluated; null: they can. */
  readonly failingSinceMs: number | null;
}

type CountsTarget = Pick<
  LiveState,
  'has' | 'setAlarms' | 'setOpenAlarms' | 'setAlarmsFailing' | 'clearAlarms'
>;

/** Sets the counts of one object in the live state. False: the live state does not have the object. */
export function setObjectAlarms(
  live: Pick<LiveState, 'has' | 'setAlarms'>,
  hostId: number,
  { objectId, warningCnt, criticalCnt }: ObjectAlarmCounts,
): boolean {
  if (objectId === 0) {
    live.setAlarms('cluster', hostId, warningCnt, criticalCnt);
    return true;
  }
  const kind = alarmedKinds.find((one) => live.has(one, objectId));
  if (kind) live.setAlarms(kind, objectId, warningCnt, criticalCnt);
  return kind !== undefined;
}

/**
 * Copies the counts of other replicas into the live state. The owner may raise an alarm of an object before
 * the commit that adds the object: such counts wait for their object.
 */
export class CopiedAlarmCounts {
  readonly #live: CountsTarget;
  readonly #waiting = new Map<number, Map<number, ObjectAlarmCounts>>();

  constructor(live: CountsTarget) {
    this.#live = live;
  }

  apply(counts: AlarmCounts): void {
    const { hostId, objects, openAlarms, failingSinceMs } = counts;
    const waiting = this.#waiting.get(hostId) ?? new Map<number, ObjectAlarmCounts>();
    for (const one of objects) {
      const isSet = setObjectAlarms(this.#live, hostId, one);
      if (isSet || one.warningCnt + one.criticalCnt === 0) waiting.delete(one.objectId);
      else waiting.set(one.objectId, one);
    }
    if (waiting.size > 0) this.#waiting.set(hostId, waiting);
    else this.#waiting.delete(hostId);
    this.#live.setOpenAlarms(hostId, openAlarms);
    this.#live.setAlarmsFailing(hostId, failingSinceMs ?? Number.NaN);
  }

  /** Replaces all counts of the cluster. */
  applySnapshot(counts: AlarmCounts): void {
    this.forget(counts.hostId);
    this.#live.clearAlarms(counts.hostId);
    this.apply(counts);
  }

  /** Call it after objects of the cluster were added. */
  objectsAdded(hostId: number): void {
    const waiting = this.#waiting.get(hostId);
    if (!waiting) return;
    for (const one of waiting.values())
      if (setObjectAlarms(this.#live, hostId, one)) waiting.delete(one.objectId);
    if (waiting.size === 0) this.#waiting.delete(hostId);
  }

  /** Call it when the cluster was deleted, or when this replica owns it now. */
  forget(hostId: number): void {
    this.#waiting.delete(hostId);
  }
}
