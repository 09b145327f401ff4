export type MetricUnit = 'cores' | 'bytes' | 'bytesPerSecond' | 'perSecond' | 'ratio' | 'count';

/**
 * Stored decimals per unit. The kubelet's gauges (nanocores, bytes, counts) lose nothing; rates keep a
 * hundredth or better.
 */
export const unitDecimals: Readonly<Record<MetricUnit, number>> = {
  cores: 9,
  bytes: 0,
  bytesPerSecond: 2,
  perSecond: 4,
  ratio: 6,
  count: 2,
};

/** The kubelet's summary, its cAdvisor page, or sums computed by the server. */
export type MetricOrigin = 'summary' | 'cadvisor' | 'derived';

export interface Metric<Origin extends MetricOrigin = MetricOrigin> {
  readonly unit: MetricUnit;
  readonly origin: Origin;
  /** The agent computes a rate from a counter. It sends a gauge as it was read. */
  readonly made: 'gauge' | 'rate';
}

export function gauge(unit: MetricUnit): Metric<'summary'>;
export function gauge<Origin extends MetricOrigin>(unit: MetricUnit, origin: Origin): Metric<Origin>;
export function gauge(unit: MetricUnit, origin: MetricOrigin = 'summary'): Metric {
  return { unit, origin, made: 'gauge' };
}

export function rate(unit: MetricUnit): Metric<'summary'>;
export function rate<Origin extends MetricOrigin>(unit: MetricUnit, origin: Origin): Metric<Origin>;
export function rate(unit: MetricUnit, origin: MetricOrigin = 'summary'): Metric {
  return { unit, origin, made: 'rate' };
}
