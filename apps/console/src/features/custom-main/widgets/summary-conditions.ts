import { type DashboardConditions, defaultConditions } from '@gwanje/domain/dashboard/conditions';
import type { Chosen } from './chosen-clusters.ts';

/** The conditions of the dashboard's summary request, so that several widgets share one request. */
export function conditionsOf({ isAll, hostIds }: Chosen): DashboardConditions {
  return { ...defaultConditions, isAllCluster: isAll, clusterList: isAll ? [] : hostIds };
}
