import type { PodFacts } from '@gwanje/kinds/pod/facts';
import { hasEnded } from './has-ended.ts';

/** A pod without a limit has a share of 0. */
export function shareOfLimit({ phase }: PodFacts, used: number, limit: number): number {
  if (hasEnded(phase) || limit < 0) return 0;
  return limit > 0 ? (used / limit) * 100 : Number.NaN;
}
