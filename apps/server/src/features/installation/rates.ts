import type { Registry } from 'prom-client';

const NAMES = {
  batches: 'gwanje_collect_batches_total',
  rows: 'gwanje_collect_rows_total',
  events: 'gwanje_collect_events_total',
  refused: 'gwanje_collect_refused_total',
  dropped: 'gwanje_collect_dropped_total',
} as const;
type Counted = keyof typeof NAMES;
type Counts = Readonly<Record<Counted, number>>;

const OVER_MS = 60_000;

/** How fast counters grow, over the last minute. */
export class Rates {
  readonly #registry: Registry;
  readonly #seen: { readonly atMs: number; readonly counts: Counts }[] = [];

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** Called every few seconds. */
  async look(): Promise<void> {
    const counts = Object.fromEntries(
      await Promise.all(Object.entries(NAMES).map(async ([key, name]) => [key, await this.#total(name)])),
    );
    const atMs = performance.now();
    this.#seen.push({ atMs, counts });
    while ((this.#seen[1]?.atMs ?? atMs) <= atMs - OVER_MS) this.#seen.shift();
  }

  perSecond(counted: Counted): number | null {
    const [first] = this.#seen;
    const last = this.#seen.at(-1);
    if (!first || !last || last.atMs === first.atMs) return null;
    return ((last.counts[counted] - first.counts[counted]) * 1000) / (last.atMs - first.atMs);
  }

  async #total(name: string): Promise<number> {
    const metric = await this.#registry.getSingleMetric(name)?.get();
    return metric?.values.reduce((sum, { value }) => sum + value, 0) ?? 0;
  }
}
