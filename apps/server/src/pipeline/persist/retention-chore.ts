import type { Database } from '@gwanje/backend/database/schema';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import { type ClockView, lookAtClock } from '@gwanje/metric-store/clock-doubt';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { Counter, Registry } from 'prom-client';
import { forgetOld } from './retention.ts';

export interface RetentionOptions {
  readonly db: Kysely<Database>;
  readonly logger: Logger;
  readonly observe?: Metrics | undefined;
  readonly historyDays: number;
  readonly now: () => Date;
  /** Of a clock that nobody sets. */
  readonly steadyNow?: () => number;
}

/** Forgets what is too old, unless the clock that says so is doubted. */
export class RetentionChore {
  readonly #options: RetentionOptions;
  readonly #steadyNow: () => number;
  readonly #failures: Counter<'step'>;
  #clock: ClockView;

  constructor(options: RetentionOptions) {
    this.#options = options;
    this.#steadyNow = options.steadyNow ?? (() => performance.now());
    this.#failures = new Counter({
      name: 'gwanje_retention_failures_total',
      help: 'Steps of forgetting old history that failed; the others went on',
      labelNames: ['step'],
      registers: [options.observe?.registry ?? new Registry()],
    });
    this.#clock = this.#look(undefined, null);
  }

  async run(): Promise<void> {
    const { db, logger, historyDays, now } = this.#options;
    this.#clock = this.#look(this.#clock, await newestMs(db));
    const { doubt } = this.#clock;
    if (doubt) {
      logger.warn({ doubt }, 'the clock is doubted: no old history is forgotten');
      return;
    }
    const forgotten = await forgetOld(db, historyDays, now(), (step, err) => {
      this.#failures.inc({ step });
      logger.warn({ err, step }, 'old history could not be forgotten');
    });
    logger.info(forgotten, 'old history forgotten');
  }

  #look(before: ClockView | undefined, newest: number | null): ClockView {
    const wallMs = this.#options.now().getTime();
    return lookAtClock(before, { wallMs, steadyMs: this.#steadyNow(), newestMs: newest });
  }
}

/** Of samples, which bear the time of their sender: what else is dated is put on our own clock. */
async function newestMs(db: Kysely<Database>): Promise<number | null> {
  const { rows } = await sql<{ newest: Date | null }>`
    select max(last_sample_at) as newest from cluster_live`.execute(db);
  return rows[0]?.newest?.getTime() ?? null;
}
