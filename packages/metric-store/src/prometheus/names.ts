import type { MetricScope } from '@gwanje/contract/metrics';

/** `gwanje_pod_cpuUsedCores{id="17"}`: names of the catalogue, so that a person finds them in other tools too. */
export function metricName(scope: MetricScope, metric: string): string {
  return `gwanje_${scope}_${metric}`;
}

export function selector(scope: MetricScope, metric: string, ids: readonly number[] | undefined): string {
  const name = metricName(scope, metric);
  return ids ? `${name}{id=~"${ids.join('|')}"}` : name;
}
