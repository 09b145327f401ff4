import { addMessages } from '#core/i18n/i18n.ts';
import { disruptionBudgets as en } from './disruption-budget-messages.en.ts';
import { disruptionBudgets as ko } from './disruption-budget-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly disruptionBudgets: typeof ko;
  }
}

addMessages('disruptionBudgets', { ko, en });
