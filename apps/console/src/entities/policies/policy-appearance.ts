import type { AutoscalerStatus } from '@gwanje/kinds/autoscaler/index';
import type { BudgetStatus } from '@gwanje/kinds/disruption-budget/index';
import {
  bad,
  doubtful,
  good,
  idle,
  type StateAppearances,
} from '#components/list/columns/state-appearance.ts';

const autoscalersDrawn = { failing: bad, atMaximum: doubtful, inactive: idle, active: good } as const;

export const autoscalerAppearance: StateAppearances<AutoscalerStatus> = (status, { t }) => ({
  ...autoscalersDrawn[status],
  label: t(`autoscalers.states.${status}`),
});

const budgetsDrawn = { exhausted: doubtful, empty: idle, allows: good } as const;

export const budgetAppearance: StateAppearances<BudgetStatus> = (status, { t }) => ({
  ...budgetsDrawn[status],
  label: t(`disruptionBudgets.states.${status}`),
});
