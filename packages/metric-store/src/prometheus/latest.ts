import { type MetricScope, metricNames } from '@gwanje/contract/metrics';
import type { LatestAnswer } from '../interface.ts';
import type { LatestSource, Span } from '../latest.ts';
import type { PrometheusClient } from './client.ts';
import { metricName } from './names.ts';

interface Row {
  tsMs: number;
  readonly values: Map<string, number>;
}

/** Samples with their own times: no function of PromQL that every engine knows tells when the last one was. */
export class PrometheusLatest implements LatestSource {
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

  async rows({ fromMs, toMs }: Span, ids?: readonly number[]): Promise<LatestAnswer> {
    const result = await this.#client.query('query', {
      query: this.#range(this.#selector(ids), toMs - fromMs),
      time: String((toMs - 1) / 1000),
      nocache: '1',
    });
    const rows = new Map<number, Row>();
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
      // A metric known later than the others makes the newer row, and theirs is not part of it.
      if (tsMs > row.tsMs) row.values.clear();
      row.tsMs = tsMs;
      row.values.set(metric, Number(last[1]));
    }
    return this.#answer(rows);
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
    const result = await this.#client.query('query', {
      query: `group by (id) (last_over_time(${this.#range(this.#selector(), toMs - fromMs)}))`,
      time: String((toMs - 1) / 1000),
      nocache: '1',
    });
    return result.map(({ metric }) => Number(metric.id)).filter((id) => !found.has(id));
  }

  #selector(ids?: readonly number[]): string {
    const names = `__name__=~"${[...this.#metricOfName.keys()].join('|')}"`;
    return ids ? `{${names},id=~"${ids.join('|')}"}` : `{${names}}`;
  }
}
