import { listSnoozes } from '@gwanje/contract/alarm-snoozes';
import { countAlarms, getAlarm, listAlarms } from '@gwanje/contract/alarms';
import { listContainerNames, listContainers } from '@gwanje/contract/containers';
import { getDashboardObjects } from '@gwanje/contract/dashboard';
import { listEvents } from '@gwanje/contract/events';
import { listNodeNames, listNodes } from '@gwanje/contract/nodes';
import { listPodNames, listPods } from '@gwanje/contract/pods';
import { querySeries, queryTop } from '@gwanje/contract/series';
import type { StreamEvent } from '@gwanje/contract/stream';
import { listPvcs, listVolumes } from '@gwanje/contract/volumes';
import { queryClient } from '#core/api/query-client.ts';

export type ChangedKind = Extract<StreamEvent, { type: 'inventoryChanged' }>['kinds'][number];

/** What the answers of a call are made of; a call that is not named may be about anything. */
const madeOf: Readonly<Record<string, readonly ChangedKind[]>> = {
  [listNodes.path]: ['node', 'pod'],
  [listPods.path]: ['pod', 'container', 'node'],
  [listContainers.path]: ['container', 'pod'],
  [listVolumes.path]: ['volume', 'claim'],
  [listPvcs.path]: ['volume', 'claim', 'pod'],
  [listEvents.path]: ['event'],
  [listNodeNames.path]: ['node'],
  [listPodNames.path]: ['pod', 'node'],
  [listContainerNames.path]: ['container', 'pod'],
  [getDashboardObjects.path]: ['node', 'pod', 'container', 'volume', 'claim'],
  // Alarms have hints of their own.
  [listAlarms.path]: [],
  [countAlarms.path]: [],
  [getAlarm.path]: [],
  [listSnoozes.path]: [],
  // Samples come at their own pace, which the refresh interval follows.
  [querySeries.path]: [],
  [queryTop.path]: [],
};

/** Asks again for what is on screen and made of what changed. */
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
