import { budgetStates, type DisruptionBudgetRow } from '@gwanje/kinds/disruption-budget/index';
import * as column from '#components/list/columns/column-formats.tsx';
import { defineList } from '#components/list/define-list.ts';
import { kindTraits, lifeFormats } from '#entities/inventory/life-columns.ts';
import { budgetAppearance } from './policy-appearance.ts';

const traits = kindTraits('disruptionBudget');

export const disruptionBudgetList = defineList({
  ...traits,
  title: 'disruptionBudgets.list',
  settingsColumns: ['namespace', 'status', 'allowedCnt'],
  columns: {
    name: column.name('disruptionBudgets.name', traits.linkOf),
    namespace: column.shown(column.text('columns.namespace', { width: 130 })),
    clusterName: column.text('columns.cluster', { width: 140 }),
    monResult: column.shown(column.monState('columns.state')),
    status: column.shown(
      column.state('disruptionBudgets.status', budgetAppearance, budgetStates, { width: 110 }),
    ),
    allowedCnt: column.shown(column.count('disruptionBudgets.allowed', { width: 90 })),
    healthyCnt: column.shown(
      column.ofTotal('disruptionBudgets.healthy', ({ expectedCnt }: DisruptionBudgetRow) => expectedCnt, {
        width: 100,
      }),
    ),
    desiredCnt: column.shown(column.count('disruptionBudgets.desired', { width: 120 })),
    expectedCnt: column.count('disruptionBudgets.expected', { width: 90 }),
    minAvailable: column.shown(column.text('disruptionBudgets.minAvailable', { width: 110 })),
    maxUnavailable: column.shown(column.text('disruptionBudgets.maxUnavailable', { width: 120 })),
    workloads: column.shown(column.text('disruptionBudgets.workloads', { width: 220 })),
    selector: column.text('disruptionBudgets.selector', { width: 260 }),
    alarmCnt: column.shown(column.alarmCnt('columns.alarmCnt')),
    ...lifeFormats,
  },
});
