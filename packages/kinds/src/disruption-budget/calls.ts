import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { objectList } from '@gwanje/contract/definition/columns';
import { Condition, objectInfo, objectUpdate } from '@gwanje/contract/objects/object-calls';
import { z } from 'zod';
import { DisruptionBudgetId, DisruptionBudgetRow, disruptionBudgetColumns } from './index.ts';
import { CoveredWorkload } from './record.ts';

export const getDisruptionBudget = objectInfo('disruptionBudget', DisruptionBudgetRow, false, {
  uid: z.string(),
  workloadList: z.array(CoveredWorkload),
  conditions: z.array(Condition),
});

export const listDisruptionBudgets = objectList(
  'disruption-budgets',
  'Pod disruption budgets',
  disruptionBudgetColumns,
);

export const updateDisruptionBudgets = objectUpdate('disruptionBudget', 'Change disruption budgets', {
  disruptionBudgetId: DisruptionBudgetId,
});

export const { get: getDisruptionBudgetAlarmSetting, update: updateDisruptionBudgetAlarmSetting } =
  objectSettingCalls('disruptionBudget/:disruptionBudgetId', 'a disruption budget');
