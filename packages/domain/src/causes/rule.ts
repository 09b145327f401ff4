import type { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import type { CauseRule } from '@gwanje/kinds/calls/causes';
import type { CauseFacts, EvidenceOf, Finding } from './facts.ts';
import type { Symptom } from './symptoms.ts';

/** One kind of change. It knows what the change looks like, not how much it weighs. */
export interface AnyCauseRule {
  readonly rule: CauseRule;
  /** The symptoms that such a change can lead to. */
  readonly leadsTo: readonly Symptom[];
  /** Alarms of the changed object that say the same as the change: it is then the alarm itself and no cause. */
  readonly sameAs?: readonly AlarmItemKey[];
  /** The same change of several objects is one line, such as a new kubelet on many nodes. */
  readonly isSharedByObjects?: boolean;
  find(facts: CauseFacts): readonly Finding[];
}

export interface CauseRuleDefinition<Rule extends CauseRule> extends AnyCauseRule {
  readonly rule: Rule;
  find(facts: CauseFacts): readonly Finding<EvidenceOf<Rule>>[];
}

export function defineRule<const Rule extends CauseRule>(
  definition: CauseRuleDefinition<Rule>,
): CauseRuleDefinition<Rule> {
  return definition;
}
