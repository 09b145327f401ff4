import type { Db } from '@gwanje/backend/database/schema';
import {
  insertServerRun,
  loadServerRuns,
  type ServerRun,
  updateServerRun,
} from './store/server-run-repository.ts';

/** How long the server ran since an instant, in all runs together. */
export function runningMs(runs: readonly ServerRun[], sinceMs: number): number {
  let sum = 0;
  for (const { startedMs, seenMs } of runs) sum += Math.max(0, seenMs - Math.max(startedMs, sinceMs));
  return sum;
}

/** An agent tries again at least once a minute. The rest is for a server that is busy after its start. */
const GRACE_MS = 3 * 60_000;

/** This run of the server and the stored earlier ones. */
export class ServerRuns {
  readonly #db: Db;
  readonly #startedMs: number;
  readonly #earlier: readonly ServerRun[];
  readonly #id: number;

  static async open(db: Db, now: Date): Promise<ServerRuns> {
    const earlier = await loadServerRuns(db);
    return new ServerRuns(db, now.getTime(), earlier, await insertServerRun(db, now));
  }

  private constructor(db: Db, startedMs: number, earlier: readonly ServerRun[], id: number) {
    this.#db = db;
    this.#startedMs = startedMs;
    this.#earlier = earlier;
    this.#id = id;
  }

  /** Stores that the server still runs, so that this time counts after a crash. */
  note(now: Date): Promise<void> {
    return updateServerRun(this.#db, this.#id, now);
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
