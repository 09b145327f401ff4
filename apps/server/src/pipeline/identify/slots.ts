import { mostStorable } from '@gwanje/metric-store/resolution';

/** Agents sample this often; sums of a cluster are dated by it. */
export const SLOT_MS = 15_000;

export function slotOf(tsMs: number): number {
  return tsMs - (tsMs % SLOT_MS);
}

/** What an agent says of sizes may add up to more than there is; the samples of others are not to suffer from it. */
export function storable(metric: string, sum: number): number {
  return Math.abs(sum) <= mostStorable('cluster', metric) ? sum : Number.NaN;
}
