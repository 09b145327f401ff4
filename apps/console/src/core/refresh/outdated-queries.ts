import type { StreamEvent } from '@gwanje/kinds/calls/stream';
import type { Query, QueryCacheNotifyEvent } from '@tanstack/react-query';
import type { Change } from '#core/api/query.ts';
import { queryClient } from '#core/api/query-client.ts';

type ClusterEvent = Exclude<StreamEvent, { type: 'reset' }>;

/** Queries whose answer is older than the last change that the stream reported. */
const outdated = new WeakSet<Query>();

export function isOutdated(query: Query): boolean {
  return outdated.has(query);
}

/** The queries that a mounted component shows. */
export function queriesOnScreen(): Query[] {
  return queryClient.getQueryCache().findAll({ type: 'active', queryKey: ['api'] });
}

/** Marks the queries on screen that an event makes outdated. After a reset any of them may be. */
export function markOutdated(event: StreamEvent): void {
  for (const query of queriesOnScreen()) {
    const declared = changesOf(query);
    if (!declared?.size) continue;
    const isChanged =
      event.type === 'reset' ||
      (changesIn(event).some((change) => declared.has(change)) && concerns(query, event));
    if (isChanged) outdated.add(query);
  }
}

/**
 * The start of a fetch removes the mark, so that a change during the fetch marks the query again. A failed fetch leaves
 * the shown answer outdated.
 */
export function followFetches(event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated') return;
  if (event.action.type === 'fetch') outdated.delete(event.query);
  if (event.action.type === 'error' && event.query.state.data !== undefined) outdated.add(event.query);
}

/** All changes that the mounted components declare. Undefined: one of them declares none, so the page polls. */
export function changesOf({ observers }: Query): ReadonlySet<Change> | undefined {
  const declared = observers.map(({ options }) => options.meta?.changesWith);
  return declared.includes(undefined) ? undefined : new Set(declared.flatMap((changes) => changes ?? []));
}

function changesIn(event: ClusterEvent): readonly Change[] {
  if (event.type === 'inventoryChanged') return event.kinds;
  if (event.type !== 'clusterState') return ['alarm'];
  return event.isStateChanged ? ['sample', 'state'] : ['sample'];
}

/** Whether the query reads the cluster. An object without the id of its cluster belongs to the page's cluster. */
function concerns(query: Query, { hostId, type }: ClusterEvent): boolean {
  const hostIds = hostIdsIn(query.queryKey.slice(3)) ?? hostIdOf(query.state.data);
  if (hostIds) return hostIds.includes(hostId);
  const ofPage = new URLSearchParams(window.location.search).get('hostId');
  // The header counts the alarms of all clusters.
  return ofPage === null || ofPage === String(hostId) || type === 'alarm' || type === 'alarmChanged';
}

/** The clusters that the input of a call names; null: it names none. */
function hostIdsIn(input: unknown): readonly number[] | null {
  if (typeof input !== 'object' || input === null) return null;
  if ('isAllCluster' in input && input.isAllCluster === true) return null;
  for (const [name, value] of Object.entries(input)) {
    if (['hostId', 'hostIdList', 'hostIds', 'clusterList'].includes(name)) return [value].flat().map(Number);
    const found = hostIdsIn(value);
    if (found) return found;
  }
  return null;
}

/** The cluster of an answer about one object. */
function hostIdOf(answer: unknown): readonly number[] | null {
  const isOfOne = typeof answer === 'object' && answer !== null && 'hostId' in answer;
  return isOfOne ? [Number(answer.hostId)] : null;
}
