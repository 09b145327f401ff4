import { stateSchema } from '../definition/fields.ts';
import { defineKind } from '../definition/kind.ts';
import { workloadColumns } from './columns.ts';
import { workloadFields } from './fields.ts';
import { WorkloadRecord } from './record.ts';
import { workloadState } from './state.ts';

const apps = { group: 'apps', version: 'v1' } as const;
const batch = { group: 'batch', version: 'v1' } as const;

/** Controllers of pods: deployments, stateful sets, daemon sets, jobs and cron jobs. */
export const workload = defineKind({
  key: 'workload',
  plural: 'workloads',
  idName: 'workloadId',
  labels: { ko: '워크로드', en: 'Workload' },
  icon: 'mdi-layers-outline',
  tabs: ['summary'],
  sources: [
    { record: 'deployment', ...apps, resource: 'deployments', kubernetesKind: 'Deployment' },
    {
      record: 'replicaSet',
      ...apps,
      resource: 'replicasets',
      kubernetesKind: 'ReplicaSet',
      isOwnerOnly: true,
    },
    { record: 'statefulSet', ...apps, resource: 'statefulsets', kubernetesKind: 'StatefulSet' },
    { record: 'daemonSet', ...apps, resource: 'daemonsets', kubernetesKind: 'DaemonSet' },
    { record: 'job', ...batch, resource: 'jobs', kubernetesKind: 'Job' },
    { record: 'cronJob', ...batch, resource: 'cronjobs', kubernetesKind: 'CronJob' },
  ],
  record: WorkloadRecord,
  fields: workloadFields,
  stateSchema: stateSchema(workloadFields),
  state: workloadState,
  detail: ({ labels }: WorkloadRecord) => ({ labels }),
  columns: workloadColumns,
  canBeExcluded: true,
  reads: ['pod'],
});
