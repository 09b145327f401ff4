import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { objectList } from '@gwanje/contract/definition/columns';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { Timestamp } from '@gwanje/contract/definition/fields';
import {
  AlarmLevel,
  AllPodAmounts,
  Labels,
  nameEntry,
  objectInfo,
  objectUpdate,
} from '@gwanje/contract/objects/object-calls';
import { z } from 'zod';
import { WorkloadId, WorkloadRow, workloadColumns } from './index.ts';
import { workloadTypes } from './record.ts';

export const getWorkload = objectInfo('workload', WorkloadRow, true, {
  uid: z.string(),
  labels: Labels,
  /** Null where the type has no such field or the agent does not send it, as for all that follow. */
  totalCnt: z.int().nullable(),
  rolloutMessage: z.string().nullable(),
  changeCause: z.string().nullable(),
  updateStrategy: z.string().nullable(),
  timeZone: z.string().nullable(),
  concurrencyPolicy: z.string().nullable(),
  startingDeadlineS: z.int().nullable(),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  failReason: z.string().nullable(),
  failedCnt: z.int().nullable(),
  backoffLimit: z.int().nullable(),
  podAmounts: AllPodAmounts,
});

export const listWorkloadNames = endpoint({
  route: 'GET /workload/name-list/:hostId',
  summary: 'Names of the workloads of a cluster',
  access: 'all',
  response: z.object({
    workloadNameList: z.array(
      nameEntry({
        workloadId: WorkloadId,
        namespace: z.string(),
        type: z.enum(workloadTypes),
        /** The cron job of a job. */
        ownerId: WorkloadId.nullable(),
        alarmLevel: AlarmLevel,
      }),
    ),
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
