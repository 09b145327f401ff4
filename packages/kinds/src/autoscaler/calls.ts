import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { objectList } from '@gwanje/contract/definition/columns';
import { Condition, objectInfo, objectUpdate } from '@gwanje/contract/objects/object-calls';
import { z } from 'zod';
import { AutoscalerId, AutoscalerRow, autoscalerColumns } from './index.ts';
import { AutoscalerMetric } from './record.ts';

export const getAutoscaler = objectInfo('autoscaler', AutoscalerRow, false, {
  uid: z.string(),
  metricList: z.array(AutoscalerMetric),
  conditions: z.array(Condition),
});

export const listAutoscalers = objectList('autoscalers', 'Horizontal pod autoscalers', autoscalerColumns);

export const updateAutoscalers = objectUpdate('autoscaler', 'Change autoscalers', {
  autoscalerId: AutoscalerId,
});

export const { get: getAutoscalerAlarmSetting, update: updateAutoscalerAlarmSetting } = objectSettingCalls(
  'autoscaler/:autoscalerId',
  'an autoscaler',
);
