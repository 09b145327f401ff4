import { countAlarms, getAlarm, listAlarms } from '@gwanje/contract/alarms/alarms';
import { listSnoozes } from '@gwanje/contract/alarms/silences';
import { listEvents } from '@gwanje/contract/clusters/events';
import { getDashboardObjects } from '@gwanje/contract/dashboard/dashboard';
import { querySeries, queryTop } from '@gwanje/kinds/calls/series';
import type { StreamEvent } from '@gwanje/kinds/calls/stream';
import { listContainerNames } from '@gwanje/kinds/container/calls';
import { capitalised, type Kind } from '@gwanje/kinds/definition/kind';
import { callsOfKinds } from '@gwanje/kinds/kind-calls';
import { listNodeNames } from '@gwanje/kinds/node/calls';
import { listPodNames } from '@gwanje/kinds/pod/calls';
import { kinds, listKinds } from '@gwanje/kinds/registry';
import { queryClient } from '#core/api/query-client.ts';

export type ChangedKind = Extract<StreamEvent, { type: 'inventoryChanged' }>['kinds'][number];

/** The kinds that a response depends on. An endpoint that is not listed may depend on any kind. */
const madeOf: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    listKinds.map((kind) => {
      const { reads = [], changesWith = [] }: Kind = kinds[kind];
      return [callsOfKinds[`list${capitalised(kind)}s`].path, [kind, ...reads, ...changesWith]];
    }),
  ),
  [listEvents.path]: ['event'],
  [listNodeNames.path]: ['node'],
  [listPodNames.path]: ['pod', 'node'],
  [listContainerNames.path]: ['container', 'pod'],
  [getDashboardObjects.path]: ['node', 'pod', 'container', 'volume', 'claim'],
  // The stream reports changes of alarms separately.
  [listAlarms.path]: [],
  [countAlarms.path]: [],
  [getAlarm.path]: [],
  [listSnoozes.path]: [],
  // Samples arrive at an interval, which the refresh interval follows.
  [querySeries.path]: [],
  [queryTop.path]: [],
};

/** Refetches the queries on screen that depend on the changed kinds. */
export async function refreshKinds(changed: ReadonlySet<ChangedKind>): Promise<void> {
  await queryClient.invalidateQueries({
    refetchType: 'active',
    predicate: ({ queryKey }) => dependsOnKinds(queryKey, changed),
  });
}

export function dependsOnKinds(queryKey: readonly unknown[], changed: ReadonlySet<string>): boolean {
  const path = queryKey[2];
  const own = typeof path === 'string' && Object.hasOwn(madeOf, path) ? madeOf[path] : undefined;
  return own === undefined || own.some((kind) => changed.has(kind));
}
