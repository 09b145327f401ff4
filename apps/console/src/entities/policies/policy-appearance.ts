import type { AutoscalerStatus } from '@gwanje/kinds/autoscaler/index';
import type { BudgetStatus } from '@gwanje/kinds/disruption-budget/index';
import {
  bad,
  doubtful,
  good,
  idle,
  type StateAppearances,
} from '#components/list/columns/state-appearance.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

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

/** The timeline shows the states in these words. */
export const autoscalerStatusLabels = {
  failing: 'autoscalers.states.failing',
  atMaximum: 'autoscalers.states.atMaximum',
  inactive: 'autoscalers.states.inactive',
  active: 'autoscalers.states.active',
} as const satisfies Readonly<Record<AutoscalerStatus, PlainKey>>;

export const budgetStatusLabels = {
  exhausted: 'disruptionBudgets.states.exhausted',
  empty: 'disruptionBudgets.states.empty',
  allows: 'disruptionBudgets.states.allows',
} as const satisfies Readonly<Record<BudgetStatus, PlainKey>>;
