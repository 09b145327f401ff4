import type { Db } from '@gwanje/backend/database/schema';
import { AgentState } from '@gwanje/contract/clusters/cluster-state';
import { Condition } from '@gwanje/contract/objects/object-calls';
import { nodeConditions } from '@gwanje/contract/objects/object-states';
import { ClusterFacts } from '@gwanje/kinds/batch';
import { sampledKinds } from '@gwanje/kinds/registry';
import { InventoryRecord, parseKindState } from '@gwanje/kinds/state/states';
import { z } from 'zod';
import type { LiveState } from '../../live/live-state.ts';
import { runningMs } from '../../platform/server-runs.ts';
import { loadServerRuns } from '../../platform/store/server-run-repository.ts';
import { type ApplyContext, putKindState, putState } from '../apply/apply-object.ts';
import {
  knownObject,
  loadObjects,
  loadRecords,
  type ObjectRow,
} from '../identify/known-object-repository.ts';
import type { SampleRows } from '../receive/received-batch.ts';
import type { ClusterMemory } from '../state/cluster-memory.ts';
import { hourOf } from '../state/node-history.ts';
import { isPod, type KnownObject } from '../state/object-registry.ts';
import { recoverDeferredChanges } from './recover-deferred-changes.ts';
import { readRecentValues, recoverValues, type ValuesContext } from './recover-values.ts';
import * as repository from './recovery-repository.ts';

export interface RecoveryContext extends ValuesContext {
  readonly db: Db;
}

const RecentBatches = z.array(z.object({ seq: z.int(), sentMs: z.number() }));
const RECORDS_PER_STATEMENT = 1000;
const GONE_SINCE_MS = 2 * 3_600_000;

/** Reads memory back as it was after the last commit. Returns counts and durations for the log. */
export async function recover(context: RecoveryContext): Promise<Record<string, number>> {
  const startMs = performance.now();
  const { db, clusters } = context;
  await clusters.refresh();
  await recoverAgents(context);
  // Both stores work at the same time.
  const recent = readRecentValues(context);
  recent.catch(() => {});
  const objectCnt = await recoverObjects(context);
  const objectsMs = performance.now() - startMs;
  await recoverDeferredChanges(db, clusters.all());
  await recoverNodeHistory(context);
  await recoverWaiting(context);
  const valueCnt = await recoverValues(recent, context);
  context.live.warm();
  return {
    objectCnt,
    valueCnt,
    objectsMs: Math.round(objectsMs),
    tookMs: Math.round(performance.now() - startMs),
  };
}

async function recoverAgents({ db, live, clusters, nowMs }: RecoveryContext): Promise<void> {
  const runs = await loadServerRuns(db);
  for (const row of await repository.readClusterLive(db)) {
    const cluster = clusters.get(row.hostId);
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
  for (const row of await repository.readAgents(db)) {
    const cluster = clusters.get(row.hostId);
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
  const { db, clusters, live, nowMs } = context;
  const deletedSince = new Date(nowMs - GONE_SINCE_MS);
  let count = 0;
  const put = { live, unmonitored: clusters.unmonitored };
  const unread = new Map<number, { hostId: number; object: KnownObject }>();
  for await (const rows of loadObjects(db, deletedSince)) {
    for (const row of rows) {
      const cluster = clusters.get(row.hostId);
      const object = cluster && knownObject(row);
      if (!object) continue;
      cluster.registry.add(object);
      count += isPod(object) ? 1 + object.containers.length : 1;
      if (object.deletedMs !== null) continue;
      try {
        putRow(row, object, put);
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        unread.set(object.id, { hostId: row.hostId, object });
      }
    }
  }
  await recoverFromRecords(db, unread, put);
  for (const hostId of await repository.hostsWithOlderObjects(db, deletedSince)) {
    const cluster = clusters.get(hostId);
    if (cluster) cluster.registry.markDropped(deletedSince.getTime());
  }
  for (const cluster of clusters.all()) waitForNodes(cluster, live);
  return count;
}

/** Recomputes states that another server version wrote, from the records of the agents. */
async function recoverFromRecords(
  db: Db,
  unread: ReadonlyMap<number, { readonly hostId: number; readonly object: KnownObject }>,
  put: ApplyContext,
): Promise<void> {
  const ids = [...unread.keys()];
  for (let start = 0; start < ids.length; start += RECORDS_PER_STATEMENT) {
    for (const row of await loadRecords(db, ids.slice(start, start + RECORDS_PER_STATEMENT))) {
      const found = unread.get(row.objectId);
      if (!found) continue;
      const record = InventoryRecord.safeParse(row.record).data;
      if (record) putState(found.object, record, found.hostId, put);
      else found.object.recordHash = null;
    }
  }
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
    if (nodeName) registry.waitForNode(pod, nodeName);
  }
}

async function recoverNodeHistory({ db, clusters, nowMs }: RecoveryContext): Promise<void> {
  for (const row of await repository.readLatestNodeHistory(db, new Date(nowMs))) {
    const cluster = clusters.get(row.hostId);
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

async function recoverWaiting({ db, clusters }: RecoveryContext): Promise<void> {
  for (const row of await repository.readWaitingSamples(db)) {
    const rows: SampleRows[] = SavedRows.parse(row.samples).map((part) => ({
      ...part,
      columns: Object.fromEntries(
        Object.entries(part.columns).map(([name, values]) => [
          name,
          Float64Array.from(values, (value) => value ?? Number.NaN),
        ]),
      ),
    }));
    clusters
      .get(row.hostId)
      ?.waiting.add({ rowId: row.waitingSampleId, receivedMs: row.receivedAt.getTime(), rows });
  }
}
