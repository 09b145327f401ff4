import { type Metric, type MetricScope, type MetricUnit, metrics } from '@gwanje/contract/metrics';

/**
 * Steps of one unit in which values are kept. Whole numbers of steps compress three times better than doubles and add
 * up exactly. A kubelet's own gauges (nanocores, bytes, counts) lose nothing; rates are kept to a hundredth.
 */
const STEPS_PER_UNIT: Readonly<Record<MetricUnit, number>> = {
  cores: 1e9,
  bytes: 1,
  bytesPerSecond: 100,
  perSecond: 1e4,
  ratio: 1e6,
  count: 100,
};

function metricOf(scope: MetricScope, metric: string): Metric | undefined {
  const table: Readonly<Record<string, Metric>> = metrics[scope];
  return Object.hasOwn(table, metric) ? table[metric] : undefined;
}

export function isMetric(scope: MetricScope, metric: string): boolean {
  return metricOf(scope, metric) !== undefined;
}

export function stepsPerUnit(scope: MetricScope, metric: string): number {
  return STEPS_PER_UNIT[metricOf(scope, metric)?.unit ?? 'count'];
}

/** Beyond this a number of steps is no longer exact, and a store refuses the batch it is in. */
export function mostStorable(scope: MetricScope, metric: string): number {
  return Math.floor((Number.MAX_SAFE_INTEGER - 1) / stepsPerUnit(scope, metric));
}
