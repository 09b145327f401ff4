import type { CauseRule } from '@gwanje/kinds/calls/causes';
import type { AcceptedCause } from './fault-scenario.ts';

/** A change of a workload's template. The rollout that the change begins is the same cause. */
export function templateChanged(
  rule: 'imageChanged' | 'configurationChanged' | 'requestsChanged',
  workload: string,
): AcceptedCause[] {
  return [{ rules: [rule, 'rolloutBegun'], objects: [workload] }];
}

export function causedBy(rule: CauseRule, ...objects: readonly string[]): AcceptedCause[] {
  return [{ rules: [rule], objects }];
}
