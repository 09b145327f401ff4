import type { Metric } from './metric.ts';
import { kinds, type MetricScope } from './registry.ts';

export type MetricName<Scope extends MetricScope = MetricScope> = Scope extends MetricScope
  ? keyof (typeof kinds)[Scope]['metrics'] & string
  : never;

/**
 * Metrics that are measured on a kind. Their order is the order of columns in the metric store: new metrics go to the
 * end.
 */
export function metricCatalogue(scope: MetricScope): Readonly<Record<string, Metric>> {
  return kinds[scope].metrics;
}

export function metricNames<Scope extends MetricScope>(scope: Scope): readonly MetricName<Scope>[] {
  return Object.keys(kinds[scope].metrics) as MetricName<Scope>[];
}
