import type { Logger } from 'pino';
import type { LiveState } from '../../live/live-state.ts';
import type { AlarmEngine } from './engine.ts';
import type { Observed } from './observe.ts';

/** Holds end and silence grows without any batch. */
const LOOK_AT_LEAST_MS = 10_000;
/** Of the time of one core, evaluation takes this part at most. */
const SHARE_OF_TIME = 10;
export const STALLED_MS = 60_000;

export interface RoundsOptions {
  readonly engine: Pick<AlarmEngine, 'evaluate' | 'openCnt'>;
  readonly live: Pick<LiveState, 'hostIds' | 'setAlarmsFailing'>;
  readonly observed: Observed;
  readonly logger: Logger;
  readonly now: () => Date;
  /** The machine's own time: a clock that is set is no stall. */
  readonly clockMs?: () => number;
}

/** When which cluster is looked at: soon after a batch, and every few seconds anyhow; a large one more rarely. */
export class Rounds {
  readonly #options: RoundsOptions;
  readonly #clockMs: () => number;
  readonly #due = new Set<number>();
  readonly #looked = new Map<number, { atMs: number; busyMs: number }>();
  readonly #failing = new Map<number, Date>();
  #roundMs: number;
  /** When any cluster could last be looked at, or there was none. */
  #seenMs: number;

  constructor(options: RoundsOptions) {
    this.#options = options;
    this.#clockMs = options.clockMs ?? (() => performance.now());
    this.#roundMs = this.#clockMs();
    this.#seenMs = this.#roundMs;
  }

  note(hostId: number): void {
    this.#due.add(hostId);
  }

  /** That one cluster cannot be looked at is its own trouble; that none can, or that rounds stand still, is everybody's. */
  isHealthy(): boolean {
    return this.#clockMs() - Math.min(this.#roundMs, this.#seenMs) < STALLED_MS;
  }

  /** Clusters whose last look could not be finished, and since when that is so. */
  get failing(): ReadonlyMap<number, Date> {
    return this.#failing;
  }

  async lookWhereDue(): Promise<void> {
    const hostIds = this.#options.live.hostIds();
    for (const hostId of hostIds) {
      const looked = this.#looked.get(hostId);
      const sinceMs = looked ? this.#clockMs() - looked.atMs : Number.POSITIVE_INFINITY;
      const isDue = this.#due.has(hostId) && sinceMs >= (looked?.busyMs ?? 0) * SHARE_OF_TIME;
      if (isDue || sinceMs >= LOOK_AT_LEAST_MS) await this.#look(hostId);
    }
    for (const hostId of this.#looked.keys()) if (!hostIds.has(hostId)) this.#forget(hostId);
    this.#round(hostIds.size);
  }

  async lookAtAll(): Promise<void> {
    for (const hostId of this.#options.live.hostIds()) while (!(await this.#look(hostId)));
    if (this.#failing.size > 0) throw new Error(`alarms of ${this.#failing.size} clusters not evaluated`);
  }

  /** One cluster that cannot be looked at is no reason to look at no other. Answers whether there is nothing left of it. */
  async #look(hostId: number): Promise<boolean> {
    const { engine, observed, logger } = this.#options;
    this.#due.delete(hostId);
    const startMs = this.#clockMs();
    let busyMs = 0;
    try {
      const looked = await engine.evaluate(hostId);
      busyMs = looked.busyMs;
      if (!looked.isAll) this.#due.add(hostId);
      this.#noteSeen(hostId);
      return looked.isAll;
    } catch (err) {
      this.#noteFailed(hostId);
      logger.warn({ err, hostId }, 'alarms of a cluster not evaluated');
      return true;
    } finally {
      this.#looked.set(hostId, { atMs: this.#clockMs(), busyMs });
      observed.seconds.observe((this.#clockMs() - startMs) / 1000);
    }
  }

  #forget(hostId: number): void {
    this.#looked.delete(hostId);
    this.#due.delete(hostId);
    this.#noteSeen(hostId);
  }

  #noteFailed(hostId: number): void {
    const { live, observed, now } = this.#options;
    const since = this.#failing.get(hostId) ?? now();
    this.#failing.set(hostId, since);
    live.setAlarmsFailing(hostId, since.getTime());
    observed.failures.inc(labelOf(hostId));
    observed.failing.set(labelOf(hostId), 1);
  }

  #noteSeen(hostId: number): void {
    if (!this.#failing.delete(hostId)) return;
    const { live, observed } = this.#options;
    live.setAlarmsFailing(hostId, Number.NaN);
    observed.failing.remove(labelOf(hostId));
  }

  #round(clusterCnt: number): void {
    const { engine, observed } = this.#options;
    observed.open.set(engine.openCnt);
    this.#roundMs = this.#clockMs();
    if (clusterCnt > 0 && this.#failing.size >= clusterCnt) return;
    this.#seenMs = this.#roundMs;
    observed.lastRound.set(Date.now() / 1000);
  }
}

function labelOf(hostId: number): { readonly host_id: string } {
  return { host_id: String(hostId) };
}
