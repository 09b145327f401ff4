import { listSnoozes } from '@gwanje/contract/alarms/alarm-snoozes';
import { countAlarms, getAlarm, listAlarms } from '@gwanje/contract/alarms/alarms';
import { listEvents } from '@gwanje/contract/clusters/events';
import { getDashboardObjects } from '@gwanje/contract/dashboard/dashboard';
import { querySeries, queryTop } from '@gwanje/kinds/calls/series';
import type { StreamEvent } from '@gwanje/kinds/calls/stream';
import { listClaims } from '@gwanje/kinds/claim/calls';
import { listContainerNames, listContainers } from '@gwanje/kinds/container/calls';
import { listNamespaces } from '@gwanje/kinds/namespace/calls';
import { listNodeNames, listNodes } from '@gwanje/kinds/node/calls';
import { listPodNames, listPods } from '@gwanje/kinds/pod/calls';
import { listVolumes } from '@gwanje/kinds/volume/calls';
import { listWorkloads } from '@gwanje/kinds/workload/calls';
import { queryClient } from '#core/api/query-client.ts';

export type ChangedKind = Extract<StreamEvent, { type: 'inventoryChanged' }>['kinds'][number];

/** The kinds that an answer depends on. A call that is not listed may depend on any kind. */
const madeOf: Readonly<Record<string, readonly ChangedKind[]>> = {
  [listNodes.path]: ['node', 'pod'],
  [listPods.path]: ['pod', 'container', 'node'],
  [listContainers.path]: ['container', 'pod'],
  [listVolumes.path]: ['volume', 'claim'],
  [listClaims.path]: ['volume', 'claim', 'pod'],
  [listNamespaces.path]: ['namespace', 'pod', 'workload'],
  [listWorkloads.path]: ['workload', 'pod'],
  [listEvents.path]: ['event'],
  [listNodeNames.path]: ['node'],
  [listPodNames.path]: ['pod', 'node'],
  [listContainerNames.path]: ['container', 'pod'],
  [getDashboardObjects.path]: ['node', 'pod', 'container', 'volume', 'claim'],
  // Alarms have their own hints.
  [listAlarms.path]: [],
  [countAlarms.path]: [],
  [getAlarm.path]: [],
  [listSnoozes.path]: [],
  // Samples arrive at an interval, which the refresh interval follows.
  [querySeries.path]: [],
  [queryTop.path]: [],
};

/** Refetches the queries on screen that depend on the changed kinds. */
export async function refreshKinds(kinds: ReadonlySet<ChangedKind>): Promise<void> {
  await queryClient.invalidateQueries({
    refetchType: 'active',
    predicate: ({ queryKey }) => isMadeOf(queryKey, kinds),
  });
}

export function isMadeOf(queryKey: readonly unknown[], kinds: ReadonlySet<ChangedKind>): boolean {
  const path = queryKey[2];
  const own = typeof path === 'string' && Object.hasOwn(madeOf, path) ? madeOf[path] : undefined;
  return own === undefined || own.some((kind) => kinds.has(kind));
}
