import type { Metric, MetricOrigin } from '../definition/metric.ts';
import { kinds, type MetricScope } from '../registry.ts';

export type MetricName<Scope extends MetricScope = MetricScope> = Scope extends MetricScope
  ? keyof (typeof kinds)[Scope]['metrics'] & string
  : never;

type MetricsFrom<Scope extends MetricScope, Origin extends MetricOrigin> = {
  [Name in MetricName<Scope>]: (typeof kinds)[Scope]['metrics'] extends Readonly<Record<Name, Metric<Origin>>>
    ? Name
    : never;
}[MetricName<Scope>];

/** A value for each metric of a kind from one origin. A reader that omits one does not compile. */
export type MetricValues<Scope extends MetricScope, Origin extends MetricOrigin> = {
  readonly [Name in MetricsFrom<Scope, Origin>]: number | null;
};

/** Metrics of a kind. Their order is the column order in the metric store: new metrics go to the end. */
export function metricCatalogue(scope: MetricScope): Readonly<Record<string, Metric>> {
  return kinds[scope].metrics;
}

export function metricNames<Scope extends MetricScope>(scope: Scope): readonly MetricName<Scope>[] {
  return Object.keys(kinds[scope].metrics) as MetricName<Scope>[];
}
