import type { Database } from '@gwanje/backend/database/schema';
import { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { KindKey } from '@gwanje/kinds/kind';
import { recordKindsOf, stateKindOf } from '@gwanje/kinds/registry';
import { parseState } from '@gwanje/kinds/states';
import { type Kysely, sql } from 'kysely';
import { LiveState } from '../live/live-state.ts';

type Db = Kysely<Database>;

/** A row of the object table with the state at the requested time. */
export interface PastRow {
  readonly objectId: number;
  readonly hostId: number;
  readonly kind: string;
  readonly nodeId: number | null;
  readonly isMonitored: boolean;
  readonly createdMs: number | null;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly deletedMs: number | null;
  readonly state: unknown;
}

export type ContainerIds = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** Record kinds of the rows that hold the states of a kind. The state of a container is part of its pod. */
export function rowKindsOf(kind: KindKey): readonly string[] {
  return recordKindsOf(kind === 'container' ? 'pod' : kind);
}

function ms(column: string) {
  return sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
}

/** All columns except the state, which depends on the time. */
export const pastColumns = sql`object.object_id, object.host_id, object.kind, object.node_id, object.is_monitored,
  ${ms('object.created_at')} as created_ms, ${ms('object.first_seen_at')} as first_seen_ms,
  ${ms('object.last_seen_at')} as last_seen_ms, ${ms('object.deleted_at')} as deleted_ms`;

/** The container ids of the pods, by pod id and container name. */
export async function containerIdsOf(db: Db, podIds: readonly number[]): Promise<ContainerIds> {
  const found = new Map<number, Map<string, number>>();
  if (podIds.length === 0) return found;
  const { rows } = await sql<{ objectId: number; parentId: number; name: string }>`
    select object_id, parent_id, name from object where parent_id = any(${[...podIds]}::int[])`.execute(db);
  for (const { objectId, parentId, name } of rows) {
    const ofPod = found.get(parentId) ?? new Map<string, number>();
    found.set(parentId, ofPod.set(name, objectId));
  }
  return found;
}

/** A live state that holds the clusters but no objects. */
export async function emptyState(db: Db, hostIds: Iterable<number>): Promise<LiveState> {
  const live = new LiveState();
  const clusters = await db
    .selectFrom('cluster')
    .select(['hostId', 'name', 'subGroupId', 'isMonitored'])
    .where(sql<boolean>`host_id = any(${[...hostIds]}::int[])`)
    .execute();
  for (const cluster of clusters) live.setCluster(cluster);
  return live;
}

/** Reading tens of thousands of states takes long, so the loop yields to other requests after this time. */
const LONGEST_STRETCH_MS = 5;

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
  const eventLoop = new EventLoopYield(LONGEST_STRETCH_MS);
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
