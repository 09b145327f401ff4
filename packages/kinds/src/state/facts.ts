import { type AlarmTarget, alarmTargets } from '@gwanje/contract/alarms/alarm-items';
import type { ClaimFacts } from '../claim/facts.ts';
import type { ClusterFacts } from '../cluster/facts.ts';
import type { DisruptionBudgetFacts } from '../disruption-budget/facts.ts';
import type { NodeFacts } from '../node/facts.ts';
import type { PodFacts } from '../pod/facts.ts';
import { type StateKind, type StateOfKind, stateKinds } from '../registry.ts';
import type { WorkloadFacts } from '../workload/facts.ts';

/** Kinds whose facts are not simply the fields of their state. */
interface OwnFacts {
  readonly cluster: ClusterFacts;
  readonly node: NodeFacts;
  readonly pod: PodFacts;
  readonly claim: ClaimFacts;
  readonly workload: WorkloadFacts;
  readonly disruptionBudget: DisruptionBudgetFacts;
}

/** Kinds of objects that alarm items are about. */
export type AlarmedKind = AlarmTarget & StateKind;
export const alarmedKinds: readonly AlarmedKind[] = stateKinds.filter((kind): kind is AlarmedKind =>
  alarmTargets.some((target) => target === kind),
);

/**
 * The facts that items read. An item must not keep the facts object: the engine moves one view over a hundred
 * thousand pods.
 */
export type FactsOf = {
  readonly [Target in AlarmTarget]: Target extends keyof OwnFacts
    ? OwnFacts[Target]
    : Target extends StateKind
      ? Readonly<StateOfKind[Target]>
      : never;
};
