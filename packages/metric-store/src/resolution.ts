import { type Metric, unitDecimals } from '@gwanje/kinds/metric';
import { metricCatalogue } from '@gwanje/kinds/metrics';
import type { MetricScope } from '@gwanje/kinds/registry';

function metricOf(scope: MetricScope, metric: string): Metric | undefined {
  const table: Readonly<Record<string, Metric>> = metricCatalogue(scope);
  return Object.hasOwn(table, metric) ? table[metric] : undefined;
}

export function isMetric(scope: MetricScope, metric: string): boolean {
  return metricOf(scope, metric) !== undefined;
}

/**
 * Steps of one unit in which values are kept. Whole numbers of steps compress three times better than doubles and add
 * up exactly.
 */
export function stepsPerUnit(scope: MetricScope, metric: string): number {
  return 10 ** unitDecimals[metricOf(scope, metric)?.unit ?? 'count'];
}

/** Beyond this a number of steps is no longer exact, and a store refuses the batch it is in. */
export function mostStorable(scope: MetricScope, metric: string): number {
  return Math.floor((Number.MAX_SAFE_INTEGER - 1) / stepsPerUnit(scope, metric));
}
