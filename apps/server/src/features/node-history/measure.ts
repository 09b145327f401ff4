import type { Aggregate, MetricStore } from '@gwanje/metric-store/interface';

interface Measured {
  readonly avg: number | null;
  readonly max: number | null;
}

interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Use of `ids` in a time span, by id and metric; an empty span has no values. */
export async function measure<Metric extends string>(
  store: MetricStore,
  scope: 'node' | 'pod',
  ids: readonly number[],
  metrics: readonly Metric[],
  span: Span,
): Promise<(id: number, metric: Metric) => Measured> {
  const rows: readonly Aggregate[] =
    ids.length > 0 && span.toMs > span.fromMs ? await store.aggregate({ scope, ids, metrics, ...span }) : [];
  const values = new Map(rows.map(({ id, metric, value }) => [`${id} ${metric}`, value]));
  return (id, metric) => values.get(`${id} ${metric}`) ?? { avg: null, max: null };
}
