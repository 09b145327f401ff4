import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { workloads as ko } from './workload-messages.ko.ts';

export const workloads: SameKeys<typeof ko> = {
  list: 'Workloads',
  tab: 'Workloads',
  summary: 'Workload summary',
  name: 'Workload',
  type: 'Type',
  desired: 'Desired',
  updated: 'Updated',
  availablePods: 'Available',
  controller: 'Owner',
  controllerKind: 'Owner kind',
  schedule: 'Schedule',
  isSuspended: 'Suspended',
  lastRunTime: 'Last run',
  activeCnt: 'Active jobs',
};
