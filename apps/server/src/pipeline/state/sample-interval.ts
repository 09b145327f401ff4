import { mostStorable } from '@gwanje/metric-store/resolution';

/** Agents sample this often. The sums of a cluster are dated by it. */
export const SAMPLE_INTERVAL_MS = 15_000;

export function intervalStart(tsMs: number): number {
  return tsMs - (tsMs % SAMPLE_INTERVAL_MS);
}

/** Wrong sizes from an agent may add up to more than the store accepts. Such a sum is unknown. */
export function storableOrNaN(metric: string, sum: number): number {
  return Math.abs(sum) <= mostStorable('cluster', metric) ? sum : Number.NaN;
}
