import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { disruptionBudgets as ko } from './disruption-budget-messages.ko.ts';

export const disruptionBudgets: SameKeys<typeof ko> = {
  list: 'Disruption budgets (PDB)',
  tab: 'Disruption budgets (PDB)',
  summary: 'Disruption budget summary',
  name: 'Disruption budget',
  status: 'Evictions',
  allowed: 'Allowed disruptions',
  healthy: 'Healthy pods',
  desired: 'Required healthy',
  expected: 'Expected pods',
  minAvailable: 'Minimum available',
  maxUnavailable: 'Maximum unavailable',
  selector: 'Selector',
  workloads: 'Workloads',
  noWorkloads: 'The selector selects no deployment or stateful set',
  exhaustedTitle: 'No pod may be evicted now',
  exhaustedText: 'The budget allows 0 disruptions: a drain of a node with these pods stops.',
  states: {
    exhausted: 'Exhausted',
    empty: 'No pods',
    allows: 'Allows',
  },
};
