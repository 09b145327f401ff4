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
export type IngestRates = ReturnType<typeof ingestRates>;

const WINDOW_MS = 60_000;
const READ_EVERY_MS = 5000;

/** Reads the counters every few seconds, to compute their rates over the last minute. */
export function ingestRates(registry: Registry, logger: Logger) {
  const readings: { readonly atMs: number; readonly counts: Counts }[] = [];
  async function total(name: string): Promise<number> {
    const metric = await registry.getSingleMetric(name)?.get();
    return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
  }
  async function takeReading(): Promise<void> {
    const totals = Object.entries(COUNTER_NAMES).map(async ([key, name]) => [key, await total(name)]);
    const counts = Object.fromEntries(await Promise.all(totals));
    const atMs = performance.now();
    readings.push({ atMs, counts });
    while ((readings[1]?.atMs ?? atMs) <= atMs - WINDOW_MS) readings.shift();
  }
  return {
    ...every(READ_EVERY_MS, logger, 'read counters', takeReading),
    takeReading,
    /** Null until there are two readings. */
    perSecond(counted: Counted): number | null {
      const [first] = readings;
      const last = readings.at(-1);
      if (!first || !last || last.atMs === first.atMs) return null;
      return ((last.counts[counted] - first.counts[counted]) * 1000) / (last.atMs - first.atMs);
    },
  };
}
