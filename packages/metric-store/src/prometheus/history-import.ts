import { setTimeout as delay } from 'node:timers/promises';
import { type MetricScope, metricScopes } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
import { MetricStoreError } from '../interface.ts';
import { PrometheusClient } from './client.ts';
import { metricName } from './names.ts';
import { type RangeOf, rangeReader } from './prometheus-store.ts';
import { encodeSeries } from './write-request.ts';

const DAY_MS = 86_400_000;
const PROBE = 'gwanje_move_probe';
/** VictoriaMetrics shows new samples after a second or, on a busy machine, a few. */
const VISIBLE_WITHIN_MS = 15_000;
const POLL_MS = 250;
/** A day is read at a time when its samples are this many; more days in one query may exceed the engine's limits. */
const MAX_SAMPLES_PER_QUERY = 50_000_000;

/** What an engine cannot do that a move of the history needs. */
export type ImportObstacle = 'refusesOldSamples' | 'countsDuplicates';

export type SamplesByDay = ReadonlyMap<number, number>;

/** A Prometheus-compatible engine that gets the whole history of another store. */
export class HistoryImport {
  readonly #client: PrometheusClient;
  readonly #rangeOf: RangeOf;

  /** Throws when the engine does not answer. */
  static async open(url: string): Promise<HistoryImport> {
    const client = new PrometheusClient(url);
    return new HistoryImport(client, await rangeReader(client));
  }

  private constructor(client: PrometheusClient, rangeOf: RangeOf) {
    this.#client = client;
    this.#rangeOf = rangeOf;
  }

  /** Without a user name and password. */
  get address(): string {
    return this.#client.address;
  }

  /** Whether the engine has samples of any installation. */
  hasSamples(fromMs: number, toMs: number): Promise<boolean> {
    return this.#client.hasSeries(`{__name__=~"gwanje_(${metricScopes.join('|')})_.+"}`, fromMs, toMs);
  }

  /** Writes one sample of the oldest instant twice. The engine must return it, once. */
  async findObstacle(oldestMs: number): Promise<ImportObstacle | undefined> {
    const probe = encodeSeries([{ name: PROBE, id: 0, samples: [{ tsMs: oldestMs, value: 1 }] }]);
    try {
      for (let attempt = 0; attempt < 2; attempt++) await this.write(probe);
    } catch (error) {
      if (error instanceof MetricStoreError && error.kind === 'badInput') return 'refusesOldSamples';
      throw error;
    }
    const dayMs = Math.floor(oldestMs / DAY_MS) * DAY_MS;
    for (let waitedMs = 0; waitedMs < VISIBLE_WITHIN_MS; waitedMs += POLL_MS) {
      const count = (await this.#countDays(PROBE, dayMs, dayMs)).get(dayMs) ?? 0;
      if (count > 0) return count > 1 ? 'countsDuplicates' : undefined;
      await delay(POLL_MS);
    }
    return 'refusesOldSamples';
  }

  async write(body: Uint8Array): Promise<void> {
    await this.#client.write(body);
  }

  /** Waits until the engine shows the expected samples of a scope. Returns the days (UTC) that differ. */
  async differentDays(scope: MetricScope, expected: SamplesByDay): Promise<SamplesByDay> {
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      const found = await this.#countScope(scope, expected);
      const different = [...expected].filter(([dayMs, count]) => found.get(dayMs) !== count);
      const hasMore = different.some(([dayMs, count]) => (found.get(dayMs) ?? 0) > count);
      if (different.length === 0 || hasMore || waitedMs >= VISIBLE_WITHIN_MS)
        return new Map(different.map(([dayMs]) => [dayMs, found.get(dayMs) ?? 0]));
      await delay(POLL_MS);
    }
  }

  async #countScope(scope: MetricScope, expected: SamplesByDay): Promise<SamplesByDay> {
    const found = new Map<number, number>();
    const metrics: readonly string[] = metricNames(scope);
    for (const days of queriesOf(expected))
      for (const metric of metrics) {
        const counts = await this.#countDays(metricName(scope, metric), days[0] ?? 0, days.at(-1) ?? 0);
        for (const [dayMs, count] of counts) found.set(dayMs, (found.get(dayMs) ?? 0) + count);
      }
    return found;
  }

  async #countDays(name: string, firstMs: number, lastMs: number): Promise<SamplesByDay> {
    const endOf = (dayMs: number) => ((dayMs + DAY_MS - 1) / 1000).toFixed(3);
    const [result] = await this.#client.query('query_range', {
      query: `sum(count_over_time(${this.#rangeOf(name, DAY_MS)}))`,
      start: endOf(firstMs),
      end: endOf(lastMs),
      step: String(DAY_MS / 1000),
      nocache: '1',
    });
    const values = result?.values ?? [];
    return new Map(values.map(([at, count]) => [Math.round(at * 1000 + 1) - DAY_MS, Number(count)]));
  }
}

/** Consecutive days that fit into one query. */
function queriesOf(expected: SamplesByDay): readonly (readonly number[])[] {
  const queries: number[][] = [];
  let samples = 0;
  for (const [dayMs, count] of [...expected].sort(([a], [b]) => a - b)) {
    const query = queries.at(-1);
    samples += count;
    if (query && query.at(-1) === dayMs - DAY_MS && samples <= MAX_SAMPLES_PER_QUERY) query.push(dayMs);
    else {
      queries.push([dayMs]);
      samples = count;
    }
  }
  return queries;
}
