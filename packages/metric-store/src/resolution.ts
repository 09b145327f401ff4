import { type Metric, unitDecimals } from '@gwanje/kinds/definition/fields';
import type { MetricScope } from '@gwanje/kinds/registry';
import { metricCatalogue } from '@gwanje/kinds/state/states';

function metricOf(scope: MetricScope, metric: string): Metric | undefined {
  const table: Readonly<Record<string, Metric>> = metricCatalogue(scope);
  return Object.hasOwn(table, metric) ? table[metric] : undefined;
}

export function isMetric(scope: MetricScope, metric: string): boolean {
  return metricOf(scope, metric) !== undefined;
}

/** Number of stored steps per unit. Whole steps compress three times better than doubles and add exactly. */
export function stepsPerUnit(scope: MetricScope, metric: string): number {
  return 10 ** unitDecimals[metricOf(scope, metric)?.unit ?? 'count'];
}

/** Beyond this value the number of steps is not exact, and the store refuses the batch. */
export function mostStorable(scope: MetricScope, metric: string): number {
  return Math.floor((Number.MAX_SAFE_INTEGER - 1) / stepsPerUnit(scope, metric));
}
