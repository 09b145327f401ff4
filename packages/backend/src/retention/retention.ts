import type { Logger } from 'pino';
import { Counter, Registry } from 'prom-client';
import type { Db } from '../database/schema.ts';
import type { Metrics } from '../observe/metrics.ts';
import { type AgedTable, deleteAged } from './aged-table.ts';
import type { DeletionClock } from './deletion-clock.ts';

export interface RetentionOptions {
  readonly db: Db;
  readonly logger: Logger;
  readonly observe?: Metrics | undefined;
  readonly now: () => Date;
  readonly clock: DeletionClock;
  readonly tables: readonly AgedTable[];
  /** Deletions that do not depend on age, such as the rows of deleted clusters. They return how many. */
  readonly cleanups: Readonly<Record<string, (db: Db) => Promise<number>>>;
}

/** Deletes everything that the database keeps for a time only. */
export class Retention {
  readonly #options: RetentionOptions;
  readonly #failures: Counter<'step'>;
  readonly #deleted: Counter<'step'>;

  constructor(options: RetentionOptions) {
    this.#options = options;
    const registers = [options.observe?.registry ?? new Registry()];
    this.#failures = new Counter({
      name: 'gwanje_retention_failures_total',
      help: 'Steps of deleting old data that failed',
      labelNames: ['step'],
      registers,
    });
    this.#deleted = new Counter({
      name: 'gwanje_retention_deleted_total',
      help: 'Rows deleted because they are past their time, or their cluster is deleted',
      labelNames: ['step'],
      registers,
    });
  }

  /** Runs every step, also when another fails. While the clock is doubted, nothing is deleted by its age. */
  async run(): Promise<void> {
    const { db, logger, now, clock, tables, cleanups } = this.#options;
    for (const [name, cleanUp] of Object.entries(cleanups)) await this.#step(name, () => cleanUp(db));
    // The clock reports its doubt itself.
    if (await clock.check()) return;
    for (const table of tables)
      await this.#step(table.name, async () => {
        const { deletedCnt, isCapped } = await deleteAged(db, table, now());
        if (isCapped)
          logger.warn(
            { table: table.name, deletedCnt },
            'more rows are past their time than one run deletes',
          );
        return deletedCnt;
      });
  }

  async #step(step: string, work: () => Promise<number>): Promise<void> {
    const { logger } = this.#options;
    try {
      const deletedCnt = await work();
      this.#deleted.inc({ step }, deletedCnt);
      if (deletedCnt > 0) logger.info({ step, deletedCnt }, 'old data deleted');
    } catch (err) {
      this.#failures.inc({ step });
      logger.warn({ err, step }, 'old data could not be deleted');
    }
  }
}
