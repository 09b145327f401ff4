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
}

export function metric<Origin extends MetricOrigin = 'summary'>(
  unit: MetricUnit,
  origin = 'summary' as Origin,
): Metric<Origin> {
  return { unit, origin };
}
