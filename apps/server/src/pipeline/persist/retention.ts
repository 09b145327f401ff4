import type { Db } from '@gwanje/backend/database/schema';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { type ClockState, checkClock } from '@gwanje/metric-store/clock-doubt';
import type { Logger } from 'pino';
import { Counter, Registry } from 'prom-client';
import { deleteOldHistory, newestSampleMs } from './retention-repository.ts';

export interface RetentionOptions {
  readonly db: Db;
  readonly logger: Logger;
  readonly observe?: Metrics | undefined;
  readonly historyDays: number;
  readonly now: () => Date;
  /** A monotonic clock. */
  readonly monotonicNow?: () => number;
}

/** Deletes old history, unless the server clock is doubted. */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #monotonicNow: () => number;
  readonly #failures: Counter<'step'>;
  #clock: ClockState;

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#monotonicNow = options.monotonicNow ?? (() => performance.now());
    this.#failures = new Counter({
      name: 'gwanje_retention_failures_total',
      help: 'Steps of deleting old history that failed',
      labelNames: ['step'],
      registers: [options.observe?.registry ?? new Registry()],
    });
    this.#clock = this.#checkClock(undefined, null);
  }

  async run(): Promise<void> {
    const { db, logger, historyDays, now } = this.#options;
    this.#clock = this.#checkClock(this.#clock, await newestSampleMs(db));
    const { doubt } = this.#clock;
    if (doubt) {
      logger.warn({ doubt }, 'the server clock is doubted, no old history is deleted');
      return;
    }
    const deleted = await deleteOldHistory(db, historyDays, now(), (step, err) => {
      this.#failures.inc({ step });
      logger.warn({ err, step }, 'old history could not be deleted');
    });
    logger.info(deleted, 'old history deleted');
  }

  #checkClock(before: ClockState | undefined, newest: number | null): ClockState {
    const wallMs = this.#options.now().getTime();
    return checkClock(before, { wallMs, monotonicMs: this.#monotonicNow(), newestMs: newest });
  }
}
