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
  /** Bytes on the container's file system in addition to the usual ones. */
  readonly writtenBytes: number;
  /** 1 leaves daily wave and noise unchanged, 0 removes them. */
  readonly swing: number;
  /** Share of scheduling periods in which the container was throttled. */
  readonly throttledShare: number | undefined;
}

const NEUTRAL: LoadChange = {
  fromSec: 0,
  cpuFactor: 1,
  memoryFactor: 1,
  leakBytesPerSec: 0,
  networkFactor: 1,
  networkErrorsPerSec: 0,
  writtenBytes: 0,
  swing: 1,
  throttledShare: undefined,
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

interface LoadPiece {
  readonly change: LoadChange;
  readonly seconds: number;
  /** The integral of the activity. */
  readonly work: number;
}

/** The pieces of a time span, each with the change that is active in it. */
export function loadPieces(shape: Shape, changes: LoadChanges, fromSec: number, toSec: number): LoadPiece[] {
  const pieces: LoadPiece[] = [];
  let startSec = fromSec;
  let change = NEUTRAL;
  function addUntil(endSec: number): void {
    const seconds = endSec - startSec;
    if (seconds <= 0) return;
    const work = seconds + change.swing * (activityBetween(shape, startSec, endSec) - seconds);
    pieces.push({ change, seconds, work });
    startSec = endSec;
  }
  for (const next of changes) {
    addUntil(Math.min(next.fromSec, toSec));
    change = next;
  }
  addUntil(toSec);
  return pieces;
}
