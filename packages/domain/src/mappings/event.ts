import type { EventLevel } from '@gwanje/contract/objects/object-states';

/**
 * Reasons that mean a loss, and the count at which they are critical. Kubernetes calls some of them Normal.
 */
const criticalFromCount: ReadonlyMap<string, number> = new Map([
  ['OOMKilling', 1],
  ['SystemOOM', 1],
  ['NodeNotReady', 1],
  ['EvictionThresholdMet', 1],
  ['Rebooted', 1],
  // One failed mount is common while a volume is still being attached.
  ['FailedMount', 2],
]);

export interface KubernetesEventFacts {
  readonly type: string;
  readonly reason: string;
  /** How often the event occurred; 1 when the event has no count. */
  readonly count?: number;
}

/** The level of a Kubernetes event. An unknown type is a warning, so that it is never shown too low. */
export function eventLevelOf({ type, reason, count = 1 }: KubernetesEventFacts): EventLevel {
  const criticalFrom = criticalFromCount.get(reason);
  if (criticalFrom !== undefined && count >= criticalFrom) return 'critical';
  return type === 'Normal' || type === '' ? 'normal' : 'warning';
}
