import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { objectList } from '@gwanje/contract/definition/columns';
import { Labels, objectInfo, objectUpdate } from '@gwanje/contract/objects/object-calls';
import { z } from 'zod';
import { WorkloadId, WorkloadRow, workloadColumns } from './index.ts';

export const getWorkload = objectInfo('workload', WorkloadRow, false, {
  uid: z.string(),
  labels: Labels,
});

export const listWorkloads = objectList(
  'workloads',
  'Deployments, stateful sets, daemon sets, jobs and cron jobs',
  workloadColumns,
);

export const updateWorkloads = objectUpdate('workload', 'Change workloads', {
  workloadId: WorkloadId,
});

export const { get: getWorkloadAlarmSetting, update: updateWorkloadAlarmSetting } = objectSettingCalls(
  'workload/:workloadId',
  'a workload',
);
