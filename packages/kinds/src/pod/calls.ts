import { objectSettingCalls } from '@gwanje/contract/alarms/alarm-settings';
import { objectList } from '@gwanje/contract/definition/columns';
import { endpoint } from '@gwanje/contract/definition/endpoint';
import { NodeId, PodId, PvcId } from '@gwanje/contract/definition/fields';
import {
  Condition,
  Labels,
  nameEntry,
  objectInfo,
  objectUpdate,
  StatisticsGap,
} from '@gwanje/contract/objects/object-calls';
import { z } from 'zod';
import { ContainerRow } from '../container/index.ts';
import { WorkloadId } from '../workload/index.ts';
import { PodRow, podColumns } from './index.ts';

export const getPod = objectInfo('pod', PodRow, true, {
  uid: z.string(),
  statisticsGap: StatisticsGap.nullable(),
  reason: z.string().nullable(),
  message: z.string().nullable(),
  isHostNetwork: z.boolean(),
  labels: Labels,
  conditions: z.array(Condition),
  containerList: z.array(ContainerRow),
  claimList: z.array(z.object({ name: z.string(), pvcId: PvcId.nullable() })),
});

export const listPodNames = endpoint({
  route: 'GET /pod/name-list/:hostId',
  summary: 'Names of the pods of a cluster',
  access: 'all',
  response: z.object({
    podNameList: z.array(
      nameEntry({
        podId: PodId,
        namespace: z.string(),
        nodeId: NodeId.nullable(),
        /** Null also when its owner is not a workload that the agent reports. */
        workloadId: WorkloadId.nullable().default(null),
      }),
    ),
  }),
});

export const listPods = objectList('pods', 'Pods', podColumns, true);

export const updatePods = objectUpdate('pod', 'Change pods', { podId: PodId });

export const { get: getPodAlarmSetting, update: updatePodAlarmSetting } = objectSettingCalls(
  'pod/:podId',
  'a pod',
);
