import type { Logger } from 'pino';
import type { LiveState } from '../../live/live-state.ts';
import type { Ownership } from '../../platform/ownership.ts';
import type { AlarmEngine } from './alarm-engine.ts';
import type { AlarmMetrics } from './alarm-metrics.ts';

/** Holds end and silence grows also when no batch arrives. */
const MAX_INTERVAL_MS = 10_000;
/** A cluster that takes 5 ms is evaluated at most every 50 ms, so it uses at most a tenth of a core. */
const IDLE_FACTOR = 10;
export const STALLED_MS = 60_000;

export interface EvaluationScheduleOptions {
  readonly engine: Pick<AlarmEngine, 'evaluate' | 'openCnt'>;
  readonly live: Pick<LiveState, 'hostIds' | 'setAlarmsFailing'>;
  readonly ownership: Pick<Ownership, 'owns'>;
  readonly metrics: AlarmMetrics;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Called when the evaluation of a cluster begins to fail, or works again. */
  readonly onFailing?: (hostId: number) => void;
  /** A monotonic clock, so that a change of the system clock does not look like a stall. */
  readonly clockMs?: () => number;
}

/** Decides when each cluster is evaluated: after a batch, or after a few seconds; large ones less often. */
export class EvaluationSchedule {
  readonly #options: EvaluationScheduleOptions;
  readonly #clockMs: () => number;
  readonly #due = new Set<number>();
  readonly #last = new Map<number, { atMs: number; busyMs: number }>();
  readonly #failing = new Map<number, Date>();
  #lastRoundMs: number;
  /** When a cluster was last evaluated successfully, or there was no cluster. */
  #lastSuccessMs: number;

  constructor(options: EvaluationScheduleOptions) {
    this.#options = options;
    this.#clockMs = options.clockMs ?? (() => performance.now());
    this.#lastRoundMs = this.#clockMs();
    this.#lastSuccessMs = this.#lastRoundMs;
  }

  markDue(hostId: number): void {
    this.#due.add(hostId);
  }

  /** False: no round finished for a minute, or every cluster has failed for a minute. */
  isHealthy(): boolean {
    return this.#clockMs() - Math.min(this.#lastRoundMs, this.#lastSuccessMs) < STALLED_MS;
  }

  /** Clusters whose last evaluation failed, and since when. */
  get failing(): ReadonlyMap<number, Date> {
    return this.#failing;
  }

  async evaluateDue(): Promise<void> {
    const hostIds = this.#ownedHostIds();
    for (const hostId of hostIds) {
      const last = this.#last.get(hostId);
      const sinceMs = last ? this.#clockMs() - last.atMs : Number.POSITIVE_INFINITY;
      const isDue = this.#due.has(hostId) && sinceMs >= (last?.busyMs ?? 0) * IDLE_FACTOR;
      if (isDue || sinceMs >= MAX_INTERVAL_MS) await this.#evaluate(hostId);
    }
    const existing = this.#options.live.hostIds();
    for (const hostId of this.#last.keys()) if (!existing.has(hostId)) this.forget(hostId);
    this.#endRound(hostIds.size);
  }

  async evaluateAll(): Promise<void> {
    for (const hostId of this.#ownedHostIds()) while (!(await this.#evaluate(hostId)));
    if (this.#failing.size > 0) throw new Error(`alarms of ${this.#failing.size} clusters not evaluated`);
  }

  #ownedHostIds(): ReadonlySet<number> {
    const { live, ownership } = this.#options;
    return new Set([...live.hostIds()].filter((hostId) => ownership.owns(hostId)));
  }

  /** A failing cluster does not stop the others. False: there is more to write; evaluate it again. */
  async #evaluate(hostId: number): Promise<boolean> {
    const { engine, metrics, logger } = this.#options;
    this.#due.delete(hostId);
    const startMs = this.#clockMs();
    let busyMs = 0;
    try {
      const result = await engine.evaluate(hostId);
      busyMs = result.busyMs;
      if (!result.isComplete) this.#due.add(hostId);
      this.#markWorking(hostId);
      return result.isComplete;
    } catch (err) {
      this.#markFailing(hostId);
      logger.warn({ err, hostId }, 'alarms of a cluster not evaluated');
      return true;
    } finally {
      this.#last.set(hostId, { atMs: this.#clockMs(), busyMs });
      metrics.seconds.observe((this.#clockMs() - startMs) / 1000);
    }
  }

  /**
   * The cluster was deleted, or another server owns it and reports whether it fails. Not for a server that lost its
   * database for a moment: it must end the failure that it reported.
   */
  forget(hostId: number): void {
    this.#last.delete(hostId);
    this.#due.delete(hostId);
    if (this.#failing.delete(hostId)) this.#options.metrics.failing.remove({ host_id: String(hostId) });
  }

  #markFailing(hostId: number): void {
    const { live, metrics, now, onFailing } = this.#options;
    const known = this.#failing.get(hostId);
    const since = known ?? now();
    this.#failing.set(hostId, since);
    live.setAlarmsFailing(hostId, since.getTime());
    if (!known) onFailing?.(hostId);
    metrics.failures.inc({ host_id: String(hostId) });
    metrics.failing.set({ host_id: String(hostId) }, 1);
  }

  #markWorking(hostId: number): void {
    if (!this.#failing.delete(hostId)) return;
    const { live, metrics, onFailing } = this.#options;
    live.setAlarmsFailing(hostId, Number.NaN);
    metrics.failing.remove({ host_id: String(hostId) });
    onFailing?.(hostId);
  }

  #endRound(clusterCnt: number): void {
    const { engine, metrics } = this.#options;
    metrics.open.set(engine.openCnt);
    this.#lastRoundMs = this.#clockMs();
    if (clusterCnt > 0 && this.#failing.size >= clusterCnt) return;
    this.#lastSuccessMs = this.#lastRoundMs;
    metrics.lastRound.set(Date.now() / 1000);
  }
}
