import { every } from '@gwanje/backend/lifecycle/every';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';

const COUNTER_NAMES = {
  batches: 'gwanje_ingest_stored_batches_total',
  rows: 'gwanje_ingest_rows_total',
  events: 'gwanje_ingest_events_total',
  refused: 'gwanje_ingest_refused_total',
  dropped: 'gwanje_ingest_dropped_total',
} as const;
type Counted = keyof typeof COUNTER_NAMES;
type Counts = Readonly<Record<Counted, number>>;

const WINDOW_MS = 60_000;

const READ_EVERY_MS = 5000;

/** Reads the counters every few seconds, to compute their rates over the last minute. */
export class IngestRates implements AsyncDisposable {
  readonly #registry: Registry;
  readonly #readings: { readonly atMs: number; readonly counts: Counts }[] = [];

  readonly #timer: AsyncDisposable;

  constructor(registry: Registry, logger: Logger) {
    this.#registry = registry;
    this.#timer = every(READ_EVERY_MS, logger, 'read counters', () => this.takeReading());
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#timer[Symbol.asyncDispose]();
  }

  async takeReading(): Promise<void> {
    const counts = Object.fromEntries(
      await Promise.all(
        Object.entries(COUNTER_NAMES).map(async ([key, name]) => [key, await this.#total(name)]),
      ),
    );
    const atMs = performance.now();
    this.#readings.push({ atMs, counts });
    while ((this.#readings[1]?.atMs ?? atMs) <= atMs - WINDOW_MS) this.#readings.shift();
  }

  /** Null until there are two readings. */
  perSecond(counted: Counted): number | null {
    const [first] = this.#readings;
    const last = this.#readings.at(-1);
    if (!first || !last || last.atMs === first.atMs) return null;
    return ((last.counts[counted] - first.counts[counted]) * 1000) / (last.atMs - first.atMs);
  }

  async #total(name: string): Promise<number> {
    const metric = await this.#registry.getSingleMetric(name)?.get();
    return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
  }
}
