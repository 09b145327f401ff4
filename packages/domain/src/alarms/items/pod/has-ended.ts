import type { PodPhase } from '@gwanje/contract/clusters/states';

/** A pod that has ended uses no resources, so its usage is a known 0. */
export function hasEnded(phase: PodPhase): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}
