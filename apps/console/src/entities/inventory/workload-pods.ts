import type { InfoOf } from './info-queries.ts';
import { workloadTypeName } from './workload-list.ts';

type Workload = Pick<
  InfoOf<'workload'>,
  'hostId' | 'namespace' | 'name' | 'type' | 'ownerKind' | 'ownerName'
>;

/** The owner that the agent reports for the pods of a workload: itself, or the cron job of a job. */
export function ownerOfPods({ hostId, namespace, name, type, ownerKind, ownerName }: Workload) {
  const place = { hostId: [hostId], namespace: [namespace] };
  return ownerKind === null || ownerName === null
    ? { isOwned: false, filter: { ...place, ownerKind: [workloadTypeName(type)], ownerName: [name] } }
    : { isOwned: true, filter: { ...place, ownerKind: [ownerKind], ownerName: [ownerName] } };
}

/** The filter of the pods of a workload. Those of a job that a cron job began are known by their names. */
export function podsOfWorkload(workload: Workload) {
  const { isOwned, filter } = ownerOfPods(workload);
  return isOwned ? { ...filter, name: `${workload.name}-` } : filter;
}
