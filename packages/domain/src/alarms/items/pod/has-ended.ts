import type { PodPhase } from '@gwanje/contract/states';

/** What has ended uses nothing, and that is known. */
export function hasEnded(phase: PodPhase): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}
