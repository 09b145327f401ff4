import { listAlarms } from '@gwanje/contract/alarms/alarms';
import { getClusterSummary } from '@gwanje/contract/clusters/clusters';
import { getDashboardObjects, getDashboardSummary } from '@gwanje/contract/dashboard/dashboard';
import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { listContainers } from '@gwanje/kinds/container/calls';
import { listNodes } from '@gwanje/kinds/node/calls';
import { listPods } from '@gwanje/kinds/pod/calls';
import { apiKey } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';

const told: readonly Endpoint[] = [
  getDashboardObjects,
  getDashboardSummary,
  getClusterSummary,
  listPods,
  listNodes,
  listContainers,
  listAlarms,
];

/** Reloads the data that the stream reports changes of. Series reload at the page's interval. */
export async function refreshBoard(): Promise<void> {
  await Promise.all(
    told.map((endpoint) =>
      queryClient.invalidateQueries({ queryKey: apiKey(endpoint) }, { cancelRefetch: false }),
    ),
  );
}
