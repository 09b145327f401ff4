import type { Db } from '@gwanje/backend/database/schema';
import {
  insertServerRun,
  isEvaluatingEverywhere,
  loadServerRuns,
  type ServerRun,
  updateServerRun,
} from './store/server-run-repository.ts';

/** How long the installation ran since an instant. The runs of several replicas may overlap. */
export function runningMs(runs: readonly ServerRun[], sinceMs: number): number {
  let sum = 0;
  let countedToMs = sinceMs;
  for (const { startedMs, seenMs } of runs.toSorted((a, b) => a.startedMs - b.startedMs)) {
    sum += Math.max(0, seenMs - Math.max(startedMs, countedToMs));
    countedToMs = Math.max(countedToMs, seenMs);
  }
  return sum;
}

/** Longer than the time between two notes of a run. */
const NOTED_WITHIN_MS = 15_000;

/** When the installation began to run without a break, for a process that starts now: replicas ran before it. */
export function runningSinceMs(runs: readonly ServerRun[], startedMs: number): number {
  let sinceMs = startedMs;
  for (const run of runs.toSorted((a, b) => b.seenMs - a.seenMs))
    if (run.seenMs >= sinceMs - NOTED_WITHIN_MS) sinceMs = Math.min(sinceMs, run.startedMs);
  return sinceMs;
}

/** An agent tries again at least once a minute. The rest is for a server that is busy after its start. */
const GRACE_MS = 3 * 60_000;

/** This run of the server and the stored earlier ones. */
export class ServerRuns {
  readonly #db: Db;
  readonly #startedMs: number;
  readonly #earlier: readonly ServerRun[];
  readonly #id: number;

  /** `isReplica`: the installation also runs while other replicas run. */
  static async open(db: Db, now: Date, isReplica = false): Promise<ServerRuns> {
    const runs = await loadServerRuns(db);
    const id = await insertServerRun(db, now);
    const startedMs = isReplica ? runningSinceMs(runs, now.getTime()) : now.getTime();
    const earlier = isReplica ? runs.filter((run) => run.startedMs < startedMs) : runs;
    return new ServerRuns(db, startedMs, earlier, id);
  }

  private constructor(db: Db, startedMs: number, earlier: readonly ServerRun[], id: number) {
    this.#db = db;
    this.#startedMs = startedMs;
    this.#earlier = earlier;
    this.#id = id;
  }

  /** Stores that the server still runs, so that this time counts after a crash. */
  note(now: Date, isEvaluating = true): Promise<void> {
    return updateServerRun(this.#db, this.#id, now, isEvaluating);
  }

  /** False: a process that runs now has noted that it evaluates no alarms. */
  isEvaluatingEverywhere(now: Date): Promise<boolean> {
    return isEvaluatingEverywhere(this.#db, new Date(now.getTime() - NOTED_WITHIN_MS));
  }

  /**
   * True: the silence of an agent may come from the server, which stopped after the last contact and ran too
   * little since then. All runs since the contact count: a server that restarts often has no endless grace.
   */
  isGrace(contactMs: number, nowMs: number): boolean {
    if (contactMs >= this.#startedMs) return false;
    return nowMs - this.#startedMs + runningMs(this.#earlier, contactMs) < GRACE_MS;
  }
}
