import { type DashboardConditions, defaultConditions } from '@gwanje/domain/dashboard/conditions';
import type { Chosen } from './chosen-clusters.ts';

/** As the summary of the dashboard is asked for: equal questions of several widgets are one. */
export function conditionsOf({ isAll, hostIds }: Chosen): DashboardConditions {
  return { ...defaultConditions, isAllCluster: isAll, clusterList: isAll ? [] : hostIds };
}
