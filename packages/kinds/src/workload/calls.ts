import { objectList } from '@gwanje/contract/columns';
import { endpoint } from '@gwanje/contract/endpoint';
import { Timestamp } from '@gwanje/contract/fields';
import { WorkloadIdText } from '@gwanje/contract/ids';
import { Labels, StateChange } from '@gwanje/contract/objects';
import { z } from 'zod';
import { WorkloadRow, workloadColumns } from './columns.ts';

export const getWorkload = endpoint({
  method: 'GET',
  path: '/workload/info/:workloadId',
  summary: 'One workload, also one that is gone',
  access: 'all',
  params: z.strictObject({ workloadId: WorkloadIdText }),
  response: WorkloadRow.extend({
    serverTime: Timestamp,
    uid: z.string(),
    labels: Labels,
    changeList: z.array(StateChange),
  }),
});

export const listWorkloads = objectList({
  path: '/workloads',
  summary: 'Deployments, stateful sets, daemon sets and jobs',
  columns: workloadColumns,
});
