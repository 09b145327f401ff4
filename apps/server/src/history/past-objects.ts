import type { Database } from '@gwanje/backend/database/schema';
import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import { stateKindOf } from '@gwanje/kinds/registry';
import { parseState } from '@gwanje/kinds/state/states';
import type { Kysely } from 'kysely';
import { LiveState } from '../live/live-state.ts';
import { type ContainerIds, listClusters, type PastRow } from './past-object-repository.ts';

/** A live state that holds the clusters but no objects. */
export async function emptyState(db: Kysely<Database>, hostIds: Iterable<number>): Promise<LiveState> {
  const live = new LiveState({ isPast: true });
  for (const cluster of await listClusters(db, hostIds)) live.setCluster(cluster);
  return live;
}

/** Reading tens of thousands of states takes long, so the loop yields to other requests after this time. */
const MAX_STRETCH_MS = 5;

export async function putRows(
  live: LiveState,
  rows: readonly PastRow[],
  containerIds: ContainerIds,
): Promise<void> {
  // Nodes come first, so that pods find their node.
  const ordered = [
    ...rows.filter(({ kind }) => kind === 'node'),
    ...rows.filter(({ kind }) => kind !== 'node'),
  ];
  const eventLoop = new EventLoopYield(MAX_STRETCH_MS);
  for (const row of ordered) {
    await eventLoop.yieldIfDue();
    if (live.hasCluster(row.hostId)) putRow(live, row, containerIds);
  }
}

function putRow(live: LiveState, row: PastRow, containerIds: ContainerIds): void {
  const { hostId, objectId, kind, state } = row;
  const life = {
    isMonitored: row.isMonitored,
    createdAtMs: row.createdMs,
    firstSeenAtMs: row.firstSeenMs,
    lastSeenAtMs: row.lastSeenMs,
    deletedAtMs: row.deletedMs,
  };
  const key = stateKindOf(kind);
  if (key === 'pod') {
    const pod = parseState('pod', state);
    const ids = containerIds.get(objectId);
    // The row has the last node of the pod. While its state names no node, the pod was not scheduled.
    const nodeId = pod.nodeName === null ? null : row.nodeId;
    const own = pod.containers.flatMap((container) => {
      const id = ids?.get(container.name);
      return id === undefined ? [] : [{ id, container }];
    });
    live.putPod(
      hostId,
      objectId,
      { ...pod, containers: own.map(({ container }) => container) },
      own.map(({ id }) => id),
      { ...life, nodeId },
    );
  } else if (key !== null) live.put(key, hostId, objectId, parseState(key, state), life);
}
