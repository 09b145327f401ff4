import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { Labels, objectUpdate, StateChange } from '@gwanje/contract/clusters/states';
import { objectList } from '@gwanje/contract/definition/columns';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { Timestamp } from '@gwanje/contract/definition/fields';
import { z } from 'zod';
import { WorkloadId, WorkloadRow, workloadColumns } from './index.ts';

export const getWorkload = endpoint({
  route: 'GET /workload/info/:workloadId',
  summary: 'One workload, also if it is deleted',
  access: 'all',
  response: WorkloadRow.extend({
    serverTime: Timestamp,
    uid: z.string(),
    labels: Labels,
    changeList: z.array(StateChange),
  }),
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
