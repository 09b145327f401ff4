import type { CauseRelation } from '@gwanje/kinds/calls/causes';
import type { CauseSubject } from './facts.ts';
import type { AnyCauseRule } from './rule.ts';
import { type Symptom, symptomOf } from './symptoms.ts';

/** After this time a change counts half: most faults show within minutes of the change that caused them. */
const HALF_S = 15 * 60;
/** A change after the alarm can only be its cause when its report was late. Each second then counts ten times. */
const AFTER_FACTOR = 10;

/** 1 for a change at the instant of the alarm, falling with the time between them. */
export function closeness(distanceS: number): number {
  const effectiveS = distanceS >= 0 ? distanceS : -distanceS * AFTER_FACTOR;
  return 1 / (1 + effectiveS / HALF_S);
}

/** A change of the object itself explains most; each step away is shared with more objects that have no alarm. */
const RELATION_WEIGHTS: Readonly<Record<CauseRelation, number>> = {
  self: 1,
  owner: 0.9,
  node: 0.75,
  namespace: 0.4,
  cluster: 0.25,
};

export function relationWeight(relation: CauseRelation): number {
  return RELATION_WEIGHTS[relation];
}

/** When workloads that only share a node fail together, the node explains more than a change of any of them. */
export const SHARED_NODE_WEIGHT = 0.95;

/** A change that does not lead to such an alarm may still matter, but any other comes before it. */
export const UNLIKELY = 0.35;

/** Whether such a change leads to such an alarm. A range has no alarm, so every change fits. */
export function fit({ leadsTo }: Pick<AnyCauseRule, 'leadsTo'>, symptom: Symptom | null): number {
  return symptom === null || leadsTo.includes(symptom) ? 1 : UNLIKELY;
}

/** Null for a range. A pending pod that has a node waits for its containers to start. */
export function symptomIn({
  itemKey,
  isUnplaced,
}: Pick<CauseSubject, 'itemKey' | 'isUnplaced'>): Symptom | null {
  if (itemKey === 'pod.pending' && !isUnplaced) return 'start';
  return itemKey === null ? null : symptomOf[itemKey];
}

/**
 * 1 for a change that the object and its neighbours did not have lately. A workload that is scaled every few minutes is
 * not explained by one more scaling.
 */
export function rarity(usualCnt: number): number {
  return 1 / (1 + Math.log2(1 + usualCnt) / 2);
}
