import type { Db } from '@gwanje/backend/database/schema';
import type { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import { AgentState } from '@gwanje/contract/clusters/cluster-state';
import { Condition } from '@gwanje/contract/objects/object-calls';
import { nodeConditions } from '@gwanje/contract/objects/object-states';
import { ClusterFacts } from '@gwanje/kinds/batch';
import { sampledKinds } from '@gwanje/kinds/registry';
import { parseKindState } from '@gwanje/kinds/state/states';
import { z } from 'zod';
import { type ApplyContext, movePod, putKindState } from '../../live/delta/put-object.ts';
import type { LiveState } from '../../live/live-state.ts';
import { runningMs } from '../../platform/server-runs.ts';
import { loadServerRuns } from '../../platform/store/server-run-repository.ts';
import { putFromRecords } from '../apply/put-from-records.ts';
import {
  knownObject,
  loadObjects,
  type ObjectRow,
  type PreparedObjects,
} from '../identify/known-object-repository.ts';
import type { SampleRows } from '../receive/received-batch.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import { hourOf } from '../state/node-history.ts';
import { isPod, type KnownObject } from '../state/object-registry.ts';
import { recoverDeferredChanges } from './recover-deferred-changes.ts';
import { readRecentValues, recoverValues, type ValuesContext } from './recover-values.ts';
import * as repository from './recovery-repository.ts';

/**
 * What the live state has of the clusters that are recovered: nothing, all of the last commit, or something else,
 * because the copy of another replica's cluster lacks a commit or has a change that was never committed.
 */
export type LiveCopy = 'none' | 'complete' | 'outdated';

export interface RecoveryContext extends ValuesContext, ApplyContext {
  readonly db: Db;
  /** The clusters of `memories`; null when they are all clusters: the statements then need no condition. */
  readonly hostIds: readonly number[] | null;
  readonly copy: LiveCopy;
  /** What `prepareObjects` has read of the cluster. */
  readonly prepared?: PreparedObjects | undefined;
  readonly eventLoop: EventLoopYield;
  /** Ends the recovery of a cluster that moved to another replica meanwhile. */
  readonly signal?: AbortSignal;
}

const RecentBatches = z.array(z.object({ seq: z.int(), sentMs: z.number() }));
const GONE_SINCE_MS = 2 * 3_600_000;
/** So many objects are read into memory within about a millisecond. */
const OBJECTS_PER_STEP = 100;

/** Reads the memory of all clusters and their latest values at the start. Returns counts and durations for the log. */
export async function recoverAll(context: RecoveryContext): Promise<Record<string, number>> {
  const startMs = performance.now();
  await recoverAgents(context);
  // Both stores work at the same time.
  const recent = readRecentValues(context);
  recent.catch(() => {});
  const objectCnt = await recoverObjects(context);
  const objectsMs = performance.now() - startMs;
  await recoverRest(context);
  const valueCnt = await recoverValues(recent, context);
  context.live.warm();
  return {
    objectCnt,
    valueCnt,
    objectsMs: Math.round(objectsMs),
    tookMs: Math.round(performance.now() - startMs),
  };
}

/** Reads the memory of some clusters as it was after their last commit. Returns the number of objects. */
export async function recoverMemories(context: RecoveryContext): Promise<number> {
  // The batches of the clusters wait, so both read at the same time. After an error nothing goes on in the background.
  const [rest, objects] = await Promise.allSettled([
    recoverAgents(context).then(() => recoverRest(context)),
    recoverObjects(context),
  ]);
  if (rest.status === 'rejected') throw rest.reason;
  if (objects.status === 'rejected') throw objects.reason;
  const objectCnt = objects.value;
  context.signal?.throwIfAborted();
  if (context.copy !== 'complete') context.live.warm();
  return objectCnt;
}

/** Reads the identities of a cluster's objects, which are most of its memory, while another replica still owns it. */
export async function prepareObjects(db: Db, hostId: number, nowMs: number): Promise<PreparedObjects> {
  const deletedSince = new Date(nowMs - GONE_SINCE_MS);
  const prepared = new Map<number, ObjectRow>();
  for await (const rows of loadObjects(db, { hostIds: [hostId], deletedSince, withStates: false }))
    for (const row of rows) prepared.set(row.objectId, row);
  return prepared;
}

async function recoverRest(context: RecoveryContext): Promise<void> {
  await recoverDeferredChanges(context.db, context.memories.values());
  await recoverNodeHistory(context);
  await recoverWaiting(context);
}

async function recoverAgents({ db, live, memories, hostIds, nowMs }: RecoveryContext): Promise<void> {
  const [runs, clusters, agents] = await Promise.all([
    loadServerRuns(db),
    repository.readClusterLive(db, hostIds),
    repository.readAgents(db, hostIds),
  ]);
  for (const row of clusters) {
    const cluster = memories.get(row.hostId);
    if (!cluster) continue;
    cluster.facts = ClusterFacts.safeParse(row.facts).data;
    cluster.firstBatchMs = row.firstBatchAt.getTime();
    // A server clock that was ahead left times in the future.
    cluster.dataMs = Math.min(row.lastBatchAt.getTime(), nowMs);
    cluster.objectsSeenMs = cluster.dataMs;
    cluster.lastSampleMs = row.lastSampleAt ? Math.min(row.lastSampleAt.getTime(), nowMs) : undefined;
    if (row.lateFrom && row.lateTo)
      cluster.late.putBack({ fromMs: row.lateFrom.getTime(), toMs: row.lateTo.getTime() }, nowMs);
    cluster.isDeferringMarked = row.isDeferring;
    // While the server did not run, agents could not send, so only its runs count as silence.
    cluster.lastContactMs = nowMs - runningMs(runs, cluster.dataMs);
    live.recordContact(row.hostId, { atMs: cluster.dataMs, facts: cluster.facts });
  }
  for (const row of agents) {
    const cluster = memories.get(row.hostId);
    const role = AgentState.shape.role.safeParse(row.role).data;
    if (!cluster || !role) continue;
    const agent = {
      agentId: row.agentId,
      role,
      version: row.version,
      lastSeq: row.lastSeq,
      recentBatches: RecentBatches.safeParse(row.recentBatches).data ?? [],
      lastBatchAtMs: row.lastBatchAt.getTime(),
      clockSkewMs: row.clockSkewMs,
      problemList: AgentState.shape.problemList.safeParse(row.problems).data ?? [],
      isResyncNeeded: row.isResyncNeeded,
    };
    cluster.agents.set(row.agentId, agent);
    cluster.lastContactMs = Math.max(cluster.lastContactMs, nowMs - runningMs(runs, agent.lastBatchAtMs));
    live.recordContact(row.hostId, { atMs: Math.min(cluster.dataMs, agent.lastBatchAtMs), agent });
  }
}

async function recoverObjects(context: RecoveryContext): Promise<number> {
  const { db, memories, hostIds, copy, live, nowMs, prepared } = context;
  const deletedSince = new Date(nowMs - GONE_SINCE_MS);
  let count = 0;
  const unread: { readonly hostId: number; readonly object: KnownObject }[] = [];
  for await (const rows of loadObjects(db, {
    hostIds,
    deletedSince,
    withStates: copy !== 'complete',
    prepared,
  })) {
    for (const [at, row] of rows.entries()) {
      if (at % OBJECTS_PER_STEP === 0) await context.eventLoop.yieldIfDue();
      context.signal?.throwIfAborted();
      const cluster = memories.get(row.hostId);
      const object = cluster && knownObject(row);
      if (!object) continue;
      cluster.registry.put(object);
      count += isPod(object) ? 1 + object.containers.length : 1;
      if (object.deletedMs !== null || copy === 'complete') continue;
      try {
        putRow(row, object, context);
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        unread.push({ hostId: row.hostId, object });
      }
    }
  }
  for (const { hostId, object } of await putFromRecords(db, unread, context))
    memories.get(hostId)?.registry.put({ ...object, recordHash: null });
  if (copy === 'outdated') for (const cluster of memories.values()) removeDeleted(cluster, context);
  for (const hostId of await repository.hostsWithOlderObjects(db, deletedSince, hostIds))
    memories.get(hostId)?.registry.markDropped(deletedSince.getTime());
  for (const cluster of memories.values()) waitForNodes(cluster, live);
  return count;
}

/** The copy may have objects that the database knows as deleted or not at all. */
function removeDeleted({ hostId, registry }: ClusterMemory, context: ApplyContext): void {
  const ids = new Set<number>();
  for (const { id } of registry.existing()) ids.add(id);
  context.live.removeExcept(hostId, ids);
  // Such a pod may have been linked by name to a node that was removed only now.
  for (const pod of registry.all('pod'))
    if (isPod(pod) && pod.deletedMs === null && pod.nodeId === null) movePod(pod, hostId, context);
}

function putRow({ hostId, state }: ObjectRow, object: KnownObject, put: ApplyContext): void {
  const made = parseKindState(object.kind, state);
  if (made !== null) putKindState(object, made, hostId, put);
}

/** Pods whose node was not known when the process ended. */
function waitForNodes({ registry }: ClusterMemory, live: LiveState): void {
  for (const pod of registry.all('pod')) {
    if (!isPod(pod) || pod.deletedMs !== null || pod.nodeId !== null) continue;
    const nodeName = live.stateOf('pod', pod.id)?.nodeName;
    if (nodeName) registry.put({ ...pod, awaitedNode: nodeName });
  }
}

async function recoverNodeHistory({ db, memories, hostIds, nowMs }: RecoveryContext): Promise<void> {
  for (const row of await repository.readLatestNodeHistory(db, new Date(nowMs), hostIds)) {
    const cluster = memories.get(row.hostId);
    const condition = nodeConditions.find((one) => one === row.condition);
    if (!cluster || !condition) continue;
    const { isSchedulable, kubeletVersion, fromMs, flapCnt } = row;
    const conditions = z.array(Condition).safeParse(row.conditions).data ?? [];
    const facts = { condition, isSchedulable, kubeletVersion, conditions };
    const running = row.toMs === null ? { fromMs, toMs: null, facts, flapCnt } : null;
    cluster.nodeTracks.set(row.nodeId, { facts, running, begunInHour: row.inHour });
    // A record that ended because of a silence continues with the next data.
    if (!running) cluster.isSilent = true;
    if (running && hourOf(fromMs) > hourOf(cluster.dataMs)) cluster.dataMs = fromMs;
  }
}

const SavedRows = z.array(
  z.object({
    scope: z.enum(sampledKinds),
    tsMs: z.number(),
    keys: z.array(z.string()),
    columns: z.record(z.string(), z.array(z.number().nullable())),
  }),
);

async function recoverWaiting({ db, memories, hostIds }: RecoveryContext): Promise<void> {
  for (const row of await repository.readWaitingSamples(db, hostIds)) {
    const rows: SampleRows[] = SavedRows.parse(row.samples).map((part) => ({
      ...part,
      columns: Object.fromEntries(
        Object.entries(part.columns).map(([name, values]) => [
          name,
          Float64Array.from(values, (value) => value ?? Number.NaN),
        ]),
      ),
    }));
    memories
      .get(row.hostId)
      ?.waiting.add({ rowId: row.waitingSampleId, receivedMs: row.receivedAt.getTime(), rows });
  }
}
