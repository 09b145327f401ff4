import type { MetricScope } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
import type { LatestSource, Span } from '../find-latest.ts';
import type { PrometheusClient } from './client.ts';
import { metricName } from './names.ts';

interface Row {
  tsMs: number;
  readonly values: Map<string, number>;
}

/** Reads samples with their times: no PromQL function of every engine returns the time of the last one. */
export function prometheusLatest(
  client: PrometheusClient,
  scope: MetricScope,
  rangeOf: (series: string, lengthMs: number) => string,
): LatestSource {
  const metricOfName = new Map(metricNames(scope).map((metric) => [metricName(scope, metric), metric]));

  function ask({ fromMs, toMs }: Span, query: (range: string) => string, series: string) {
    const time = String((toMs - 1) / 1000);
    return client.query('query', { query: query(rangeOf(series, toMs - fromMs)), time, nocache: '1' });
  }

  async function read(series: string, span: Span, rows: Map<number, Row>): Promise<void> {
    for (const { metric: labels, values = [] } of await ask(span, (range) => range, series)) {
      const metric = metricOfName.get(labels.__name__ ?? '');
      const last = values.at(-1);
      if (metric === undefined || !last) continue;
      const tsMs = Math.round(last[0] * 1000);
      if (tsMs < span.fromMs) continue;
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

  return {
    /** Finding the remaining objects takes as long as reading a few rows of each. */
    firstWindowMs: 120_000,

    /** Without ids, one metric is read at a time: all at once would be an answer of hundreds of megabytes. */
    async rows(span, ids) {
      const names = [...metricOfName.keys()];
      const rows = new Map<number, Row>();
      // One query is enough, because a caller passes at most a thousand ids.
      const series = ids ? [`{__name__=~"${names.join('|')}",id=~"${ids.join('|')}"}`] : names;
      for (const one of series) await read(one, span, rows);
      const all = [...rows.values()];
      const columns = metricNames(scope).map((metric) => [
        metric,
        Float64Array.from(all, ({ values }) => values.get(metric) ?? Number.NaN),
      ]);
      return {
        ids: Int32Array.from(rows.keys()),
        tsMs: Float64Array.from(all, ({ tsMs }) => tsMs),
        columns: Object.fromEntries(columns),
      };
    },

    async idsBeside(span, found) {
      const beside = new Set<number>();
      for (const name of metricOfName.keys()) {
        const result = await ask(span, (range) => `group by (id) (last_over_time(${range}))`, name);
        for (const { metric } of result) beside.add(Number(metric.id));
      }
      return [...beside].filter((id) => !found.has(id));
    },
  };
}
