import { kindFeature } from '#entities/object-page/kind-routes.ts';
import './disruption-budget-messages.ts';

export const disruptionBudgets = kindFeature('disruptionBudget', {
  title: (page) => `disruptionBudgets.${page}`,
  tabGroup: 'policy',
  list: async () => (await import('#entities/policies/disruption-budget-list.ts')).disruptionBudgetList,
  page: async () => (await import('./disruption-budget-page.tsx')).disruptionBudget,
});
