import type { MetricScope } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/metrics';
import type { LatestSource, Span } from '../find-latest.ts';
import type { LatestAnswer } from '../interface.ts';
import type { PrometheusClient } from './client.ts';
import { metricName } from './names.ts';

interface Row {
  tsMs: number;
  readonly values: Map<string, number>;
}

/** Reads samples with their times: no PromQL function of every engine returns the time of the last one. */
export class PrometheusLatest implements LatestSource {
  /** Finding the remaining objects takes as long as reading a few rows of each. */
  readonly firstWindowMs = 120_000;
  readonly #client: PrometheusClient;
  readonly #scope: MetricScope;
  readonly #range: (series: string, lengthMs: number) => string;
  readonly #metricOfName: ReadonlyMap<string, string>;

  constructor(
    client: PrometheusClient,
    scope: MetricScope,
    range: (series: string, lengthMs: number) => string,
  ) {
    this.#client = client;
    this.#scope = scope;
    this.#range = range;
    this.#metricOfName = new Map(metricNames(scope).map((metric) => [metricName(scope, metric), metric]));
  }

  /** Without ids, one metric is read at a time: all at once would be an answer of hundreds of megabytes. */
  async rows(span: Span, ids?: readonly number[]): Promise<LatestAnswer> {
    const names = [...this.#metricOfName.keys()];
    const rows = new Map<number, Row>();
    for (const series of ids ? [ofIds(names, ids)] : names) await this.#read(series, span, rows);
    return this.#answer(rows);
  }

  async #read(series: string, { fromMs, toMs }: Span, rows: Map<number, Row>): Promise<void> {
    const result = await this.#client.query('query', {
      query: this.#range(series, toMs - fromMs),
      time: String((toMs - 1) / 1000),
      nocache: '1',
    });
    for (const { metric: labels, values = [] } of result) {
      const metric = this.#metricOfName.get(labels.__name__ ?? '');
      const last = values.at(-1);
      if (metric === undefined || !last) continue;
      const tsMs = Math.round(last[0] * 1000);
      if (tsMs < fromMs) continue;
      const id = Number(labels.id);
      const row = rows.get(id) ?? { tsMs, values: new Map() };
      rows.set(id, row);
      if (tsMs < row.tsMs) continue;
      // A later sample of one metric begins a newer row, without the older values of the other metrics.
      if (tsMs > row.tsMs) row.values.clear();
      row.tsMs = tsMs;
      row.values.set(metric, Number(last[1]));
    }
  }

  #answer(rows: ReadonlyMap<number, Row>): LatestAnswer {
    const all = [...rows.values()];
    const columns = metricNames(this.#scope).map((metric) => [
      metric,
      Float64Array.from(all, ({ values }) => values.get(metric) ?? Number.NaN),
    ]);
    return {
      ids: Int32Array.from(rows.keys()),
      tsMs: Float64Array.from(all, ({ tsMs }) => tsMs),
      columns: Object.fromEntries(columns),
    };
  }

  async idsBeside({ fromMs, toMs }: Span, found: ReadonlySet<number>): Promise<readonly number[]> {
    const beside = new Set<number>();
    for (const name of this.#metricOfName.keys()) {
      const result = await this.#client.query('query', {
        query: `group by (id) (last_over_time(${this.#range(name, toMs - fromMs)}))`,
        time: String((toMs - 1) / 1000),
        nocache: '1',
      });
      for (const { metric } of result) beside.add(Number(metric.id));
    }
    return [...beside].filter((id) => !found.has(id));
  }
}

/** One query is enough, because a caller passes at most a thousand ids. */
function ofIds(names: readonly string[], ids: readonly number[]): string {
  return `{__name__=~"${names.join('|')}",id=~"${ids.join('|')}"}`;
}
