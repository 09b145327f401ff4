import type { BodyOf } from '@gwanje/contract/definition/endpoint';
import { AppError } from '@gwanje/contract/definition/errors';
import type { querySeries } from '@gwanje/kinds/calls/series';
import type { MetricScope } from '@gwanje/kinds/registry';
import { metricCatalogue } from '@gwanje/kinds/state/metrics';
import type { MetricStore, SeriesAnswer } from '@gwanje/metric-store/interface';
import type { SeriesTarget } from './series-targets.ts';

type Body = BodyOf<typeof querySeries>;

/** A longer span makes no useful chart, and the store keeps nothing older. */
const MAX_SPAN_MS = 400 * 86_400_000;

export function spanOf(body: Pick<Body, 'from' | 'to'>): { readonly fromMs: number; readonly toMs: number } {
  const span = { fromMs: Date.parse(body.from), toMs: Date.parse(body.to) };
  if (span.toMs <= span.fromMs) throw new AppError('invalidParameter', { field: 'to', reason: 'beforeFrom' });
  if (span.toMs - span.fromMs > MAX_SPAN_MS)
    throw new AppError('invalidParameter', { field: 'from', reason: 'tooLong' });
  if (span.fromMs < 0) throw new AppError('invalidParameter', { field: 'from', reason: 'tooEarly' });
  return span;
}

export function requireMetric(kind: MetricScope, metric: string, field: string): void {
  if (!Object.hasOwn(metricCatalogue(kind), metric))
    throw new AppError('invalidParameter', { field, reason: `${kind} has no ${metric}` });
}

/** One query per kind, because each kind has its own table; all use the same grid. */
export async function readSeries(store: MetricStore, targets: readonly SeriesTarget[], body: Body) {
  const span = spanOf(body);
  const kinds = [...new Set(targets.map(({ kind }) => kind))];
  for (const kind of kinds)
    for (const [index, metric] of body.metrics.entries()) requireMetric(kind, metric, `metrics.${index}`);
  const answers = new Map<MetricScope, SeriesAnswer>();
  for (const kind of kinds) {
    const ids = [...new Set(targets.filter((target) => target.kind === kind).map(({ id }) => id))];
    const metricList = [...new Set(body.metrics)];
    answers.set(
      kind,
      await store.series({ scope: kind, ids, metrics: metricList, maxPoints: body.maxPoints, ...span }),
    );
  }
  const [grid] = answers.values();
  if (!grid) throw new AppError('missingParameter', { field: 'targets' });
  return {
    start: new Date(grid.startMs).toISOString(),
    stepMs: grid.stepMs,
    pointCnt: grid.pointCnt,
    seriesList: targets.flatMap((target) => seriesOf(target, answers.get(target.kind))),
  };
}

function seriesOf({ kind, id, name }: SeriesTarget, answer: SeriesAnswer | undefined) {
  return (answer?.series ?? [])
    .filter((series) => series.id === id)
    .map(({ metric, avg, min, max }) => ({
      kind,
      id,
      name,
      metric,
      avg: [...avg],
      min: [...min],
      max: [...max],
    }));
}
