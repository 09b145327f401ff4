export type MetricUnit = 'cores' | 'bytes' | 'bytesPerSecond' | 'perSecond' | 'ratio' | 'count';

/**
 * Decimals in which values of a unit are stored. The kubelet's gauges (nanocores, bytes, counts) lose nothing; rates
 * keep a hundredth or better.
 */
export const unitDecimals: Readonly<Record<MetricUnit, number>> = {
  cores: 9,
  bytes: 0,
  bytesPerSecond: 2,
  perSecond: 4,
  ratio: 6,
  count: 2,
};

export interface Metric {
  readonly unit: MetricUnit;
  /** The kubelet's summary, its cAdvisor page, or sums of the server. */
  readonly origin: 'summary' | 'cadvisor' | 'derived';
  /** The agent computes a rate from a counter, and sends a gauge as it was read. */
  readonly made: 'gauge' | 'rate';
}

export function gauge(unit: MetricUnit, origin: Metric['origin'] = 'summary'): Metric {
  return { unit, origin, made: 'gauge' };
}

export function rate(unit: MetricUnit, origin: Metric['origin'] = 'summary'): Metric {
  return { unit, origin, made: 'rate' };
}
