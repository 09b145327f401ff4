import { activityAt, activityBetween, type Shape } from './activity.ts';

/** A change of a container's load by a scenario, from an instant on. */
export interface LoadChange {
  readonly fromSec: number;
  readonly cpuFactor: number;
  readonly memoryFactor: number;
  /** Memory that grows and is never released. */
  readonly leakBytesPerSec: number;
  readonly networkFactor: number;
  readonly networkErrorsPerSec: number;
  readonly ioFactor: number;
  /** Bytes on the container's file system in addition to the usual ones. */
  readonly writtenBytes: number;
  /** 1 leaves daily wave and noise unchanged, 0 removes them. */
  readonly swing: number;
  /** Share of scheduling periods in which the container was throttled. */
  readonly throttled: number | undefined;
}

export const NEUTRAL: LoadChange = {
  fromSec: 0,
  cpuFactor: 1,
  memoryFactor: 1,
  leakBytesPerSec: 0,
  networkFactor: 1,
  networkErrorsPerSec: 0,
  ioFactor: 1,
  writtenBytes: 0,
  swing: 1,
  throttled: undefined,
};

export type LoadChanges = readonly LoadChange[];
const NONE: LoadChanges = [];

/** Load changes of single containers. Past changes are stored, because the counters include them. */
export class ContainerLoads {
  /** By pod, then by container: read for every container at every reading. */
  readonly #changes = new Map<number, LoadChange[][]>();

  of(podId: number, index: number): LoadChanges {
    return this.#changes.get(podId)?.[index] ?? NONE;
  }

  change(podId: number, index: number, fromSec: number, change: Partial<Omit<LoadChange, 'fromSec'>>): void {
    const ofPod = this.#changes.get(podId) ?? [];
    ofPod[index] = [...(ofPod[index] ?? []), { ...NEUTRAL, ...change, fromSec }];
    this.#changes.set(podId, ofPod);
  }

  forget(podId: number): void {
    this.#changes.delete(podId);
  }
}

export function changeAt(changes: LoadChanges, sec: number): LoadChange {
  return changes.findLast((change) => change.fromSec <= sec) ?? NEUTRAL;
}

export function activityUnder(shape: Shape, change: LoadChange, sec: number): number {
  return 1 + change.swing * (activityAt(shape, sec) - 1);
}

/** Sums up the pieces of a time span, each with the change that is active in it. */
function sumOfPieces(
  changes: LoadChanges,
  fromSec: number,
  toSec: number,
  piece: (change: LoadChange, fromSec: number, toSec: number) => number,
): number {
  let sum = 0;
  let current = NEUTRAL;
  let startSec = fromSec;
  for (const next of changes) {
    const endSec = Math.min(Math.max(next.fromSec, startSec), toSec);
    if (endSec > startSec) sum += piece(current, startSec, endSec);
    startSec = endSec;
    current = next;
  }
  return toSec > startSec ? sum + piece(current, startSec, toSec) : sum;
}

/** Integrates a weight over time: activity times the weight of the active change. */
export function workBetween(
  shape: Shape,
  changes: LoadChanges,
  fromSec: number,
  toSec: number,
  weightOf: (change: LoadChange) => number,
): number {
  return sumOfPieces(changes, fromSec, toSec, (change, startSec, endSec) => {
    const plain = endSec - startSec;
    const busy = plain + change.swing * (activityBetween(shape, startSec, endSec) - plain);
    return weightOf(change) * busy;
  });
}

/** The same for values that depend on time and not on the activity. */
export function secondsBetween(
  changes: LoadChanges,
  fromSec: number,
  toSec: number,
  weightOf: (change: LoadChange) => number,
): number {
  return sumOfPieces(
    changes,
    fromSec,
    toSec,
    (change, startSec, endSec) => weightOf(change) * (endSec - startSec),
  );
}
