import type { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { RefusalReason } from '@gwanje/contract/agent/batch-refusals';
import type { ChangedKind } from '@gwanje/kinds/calls/stream';
import type { RecordKind } from '@gwanje/kinds/registry';
import { metricNames } from '@gwanje/kinds/state/states';
import type { IngestLimits } from '../../config.ts';
import { applyRows } from '../../live/delta/apply-rows.ts';
import type { ApplyContext } from '../../live/delta/put-object.ts';
import { blindSinceMs } from '../../live/tables/clusters.ts';
import type { IdBlocks } from '../identify/id-block-repository.ts';
import { identifyInventory, type ListingResult } from '../identify/identify-inventory.ts';
import { type IdCache, type IdentifiedRows, identifySamples } from '../identify/identify-samples.ts';
import { batchMs, isTooOld, MAX_AHEAD_MS, onServerClock, sampleAge } from '../receive/clock/batch-time.ts';
import { countRows, type ReceivedBatch, type SampleRows } from '../receive/received-batch.ts';
import type { RefusalWrite } from '../receive/refusals/refusal-repository.ts';
import { withBatch } from '../state/batch-number.ts';
import type { ClusterMemory, KnownAgent, Listing } from '../state/cluster-memory.ts';
import type { DroppedCounts } from '../state/ingest-observer.ts';
import { fellSilent, hourOf, SILENT_MS, timePassed } from '../state/node-history.ts';
import { intervalStart, storableOrNaN } from '../state/sample-interval.ts';
import type { Retry, WaitingBatch } from '../state/waiting-samples.ts';
import { addChangedKinds, applyObjectChange } from './apply-object.ts';
import { type EventWrite, eventWrite } from './events.ts';
import { type IdentifiedManifests, identifyManifests } from './manifests.ts';

export interface WaitingWrite extends WaitingBatch {
  readonly hostId: number;
  /** Set before the first attempt to write. */
  rowId: number | undefined;
}

/** A batch that was applied to the live state, and everything the persist stage has to write for it. */
export interface AppliedBatch {
  readonly received: ReceivedBatch;
  readonly cluster: ClusterMemory;
  readonly agent: KnownAgent;
  readonly listingsBefore: ReadonlyMap<RecordKind, Listing>;
  readonly rows: readonly IdentifiedRows[];
  readonly waiting: WaitingWrite | undefined;
  readonly retry: Retry | undefined;
  readonly events: readonly EventWrite[];
  readonly manifests: IdentifiedManifests;
  readonly refusals: readonly RefusalWrite[];
  readonly changedKinds: ReadonlySet<ChangedKind>;
  readonly dropped: DroppedCounts;
}

export interface ApplyBatchContext extends ApplyContext {
  readonly ids: Pick<IdBlocks, 'take'>;
  readonly limits: IngestLimits;
  readonly eventLoop: EventLoopYield;
}

/**
 * Applies a valid batch to the live state. While it yields, requests may see part of the batch but never part
 * of an object.
 */
export async function applyBatch(
  received: ReceivedBatch,
  cluster: ClusterMemory,
  context: ApplyBatchContext,
): Promise<AppliedBatch> {
  const nowMs = received.receivedAt.getTime();
  const atMs = batchMs(received);
  const dropped: DroppedCounts = {
    future: 0,
    tooOld: 0,
    negative: received.batch.negativeCnt,
    waiting: 0,
    events: 0,
    changes: 0,
    manifests: 0,
    unstorable: 0,
  };
  cluster.firstBatchMs ??= atMs;
  cluster.lastContactMs = nowMs;
  leaveFuture(cluster, atMs, nowMs);
  // A batch may contain an hour of samples. The cluster was then not silent in that hour.
  for (const tsMs of sampleTimes(received)) if (tsMs < atMs) advanceClusterTime(cluster, tsMs);
  advanceClusterTime(cluster, atMs);
  cluster.facts = received.batch.cluster ?? cluster.facts;
  cluster.releaseDeferredChanges(nowMs, context.limits.changesPerHour);
  const listingsBefore = new Map(cluster.listings);

  let retry: Retry | undefined;
  try {
    const inventory = await applyInventory(received, cluster, dropped, context);
    const agent = agentAfter(received, cluster, inventory.listing);
    if (agent.role === 'cluster' && cluster.facts?.isApiReachable !== false)
      cluster.objectsSeenMs = Math.max(
        cluster.objectsSeenMs,
        Math.min(atMs, blindSinceMs(agent.problemList)),
      );
    const mayBeKnown = (inventory.hasChanges && !cluster.waiting.isEmpty) || cluster.waiting.hasKnown;
    retry = mayBeKnown ? cluster.waiting.retry(cluster.registry) : undefined;
    const samples = await applySamples(received, cluster, retry, dropped, context);
    const events = applyEvents(received, cluster, dropped, context);
    const manifests = await identifyManifests(received, cluster, dropped, {
      perHour: context.limits.manifestsPerHour,
      yieldIfDue: () => context.eventLoop.yieldIfDue(),
    });
    if (events.length > 0) inventory.changedKinds.add('event');
    context.live.recordArrival(cluster.hostId, agent);
    cluster.lastBatchMs = Math.max(cluster.lastBatchMs, atMs);
    const { changedKinds } = inventory;
    const refusals = refusalsOf(cluster.hostId, dropped, nowMs);
    return {
      received,
      cluster,
      agent,
      listingsBefore,
      ...samples,
      retry,
      events,
      manifests,
      refusals,
      changedKinds,
      dropped,
    };
  } catch (error) {
    retry?.undo();
    restoreListings(received, listingsBefore, cluster);
    throw error;
  }
}

/** The batch is not stored: the chunks of listings in it must fit again when the agent resends it. */
export function restoreListings(
  { batch }: ReceivedBatch,
  before: AppliedBatch['listingsBefore'],
  { listings }: ClusterMemory,
): void {
  for (const { listing } of batch.inventory ?? []) {
    if (!listing) continue;
    const earlier = before.get(listing.kind);
    if (earlier) listings.set(listing.kind, earlier);
    else listings.delete(listing.kind);
  }
}

function sampleTimes(received: ReceivedBatch): number[] {
  const accepted = received.batch.samples.filter(({ tsMs }) => sampleAge(tsMs, received) === 'accepted');
  return [...new Set(accepted.map(({ tsMs }) => tsMs))].sort((a, b) => a - b);
}

async function applyInventory(
  received: ReceivedBatch,
  cluster: ClusterMemory,
  dropped: DroppedCounts,
  context: ApplyBatchContext,
) {
  const nowMs = received.receivedAt.getTime();
  const atMs = batchMs(received);
  const changedKinds = new Set<ChangedKind>();
  let hasChanges = false;
  const identified = identifyInventory(received, cluster, context.ids);
  let next = identified.next();
  for (; !next.done; next = identified.next()) {
    const { value: change } = next;
    await context.eventLoop.yieldIfDue();
    const history = applyObjectChange(change, cluster, atMs, context);
    if (history && !cluster.addChange(history, nowMs, context.limits.changesPerHour)) dropped.changes++;
    hasChanges = true;
    addChangedKinds(change.object, changedKinds);
    if (change.kind === 'seen' && change.isNew && cluster.unresolved.take(change.object.name))
      cluster.resolvable.set(change.object.id, change.object);
  }
  return { listing: next.value, changedKinds, hasChanges };
}

async function applySamples(
  received: ReceivedBatch,
  cluster: ClusterMemory,
  retry: Retry | undefined,
  dropped: DroppedCounts,
  context: ApplyBatchContext,
): Promise<Pick<AppliedBatch, 'rows' | 'waiting'>> {
  const nowMs = received.receivedAt.getTime();
  const known: IdentifiedRows[] = [];
  const unknown: SampleRows[] = [];
  const idCache: IdCache = new Map();
  const waited = new Set(retry?.found);
  for (const part of [...waited, ...received.batch.samples]) {
    // The clock of this agent says nothing about samples that came with another one and were accepted.
    const age = waited.has(part) && !isTooOld(part.tsMs, nowMs) ? 'accepted' : sampleAge(part.tsMs, received);
    if (age !== 'accepted') {
      dropped[age] += part.keys.length;
      continue;
    }
    if (part.keys.length === 0) continue;
    const newestMs = Math.max(cluster.lastSampleMs ?? 0, cluster.lastBatchMs);
    if (part.scope === 'node') cluster.late.add(part.tsMs, newestMs, nowMs);
    // The time of a node with a fast clock must not become the time of the cluster's sums.
    const tsMs = Math.min(part.tsMs, nowMs);
    addClusterSums(cluster, tsMs, context.live);
    const rows = await identifySamples(part, cluster.registry, idCache, context.eventLoop);
    await applyRows(rows.identified, context.live, context.eventLoop);
    if (rows.identified.knownCnt > 0) known.push(rows.identified);
    if (rows.unknown) unknown.push(rows.unknown);
    advanceClusterTime(cluster, tsMs);
  }
  const unknownCnt = countRows(unknown);
  if (unknownCnt === 0) return { rows: known, waiting: undefined };
  if (!cluster.waiting.hasRoomFor(unknownCnt)) {
    dropped.waiting += unknownCnt;
    return { rows: known, waiting: undefined };
  }
  return {
    rows: known,
    waiting: { rowId: undefined, hostId: cluster.hostId, receivedMs: nowMs, rows: unknown },
  };
}

/**
 * The first sample of a new interval ends the previous one. The sums of the cluster are stored as they were
 * in it.
 */
function addClusterSums(cluster: ClusterMemory, tsMs: number, live: ApplyContext['live']): void {
  const beforeMs = cluster.lastSampleMs;
  if (beforeMs !== undefined && tsMs <= beforeMs) return;
  cluster.lastSampleMs = tsMs;
  if (beforeMs === undefined || intervalStart(tsMs) === intervalStart(beforeMs)) return;
  const sums = live.clusterMetrics(cluster.hostId);
  if (!sums) return;
  const columns = Object.fromEntries(
    metricNames('cluster').map((name) => [name, [storableOrNaN(name, sums[name])]]),
  );
  cluster.unsavedSums.push({
    scope: 'cluster',
    tsMs: intervalStart(beforeMs),
    ids: [cluster.hostId],
    columns,
  });
}

function applyEvents(
  { batch, receivedAt }: ReceivedBatch,
  cluster: ClusterMemory,
  dropped: DroppedCounts,
  { limits }: ApplyBatchContext,
): EventWrite[] {
  const records = batch.events ?? [];
  if (records.length === 0) return [];
  const nowMs = receivedAt.getTime();
  const room = Math.max(0, limits.eventsPerHour - cluster.events.of(nowMs));
  const accepted = records.slice(0, room);
  cluster.events.add(accepted.length, nowMs);
  dropped.events += records.length - accepted.length;
  return accepted.map((record) => eventWrite(record, cluster, nowMs));
}

function agentAfter(
  received: ReceivedBatch,
  cluster: ClusterMemory,
  { isListed, isListingBroken }: ListingResult,
): KnownAgent {
  const { agent, seq, problems } = received.batch;
  const known = cluster.agents.get(agent.id);
  // Batches before this one are missing: another server lost them, or the agent dropped them.
  const isGap = agent.role === 'cluster' && seq > (known?.lastSeq ?? 0) + 1;
  const wasNeeded = isGap || (known?.isResyncNeeded ?? false);
  return {
    agentId: agent.id,
    role: agent.role,
    version: agent.version,
    lastSeq: seq,
    recentBatches: withBatch(known?.recentBatches ?? [], received.batch),
    lastBatchAtMs: received.receivedAt.getTime(),
    clockSkewMs: received.clockSkewMs,
    problemList: (problems ?? []).map((problem) => ({
      ...problem,
      since: new Date(onServerClock(problem.since, received)).toISOString(),
    })),
    isResyncNeeded: isListingBroken || (wasNeeded && !isListed),
  };
}

/** The installation check shows dropped parts of accepted batches together with refused batches. */
function refusalsOf(hostId: number, dropped: DroppedCounts, atMs: number): RefusalWrite[] {
  const counts: readonly [cnt: number, reason: RefusalReason, detail: string][] = [
    [dropped.future, 'futureClock', 'samples from the future dropped'],
    [dropped.negative, 'negativeValue', 'negative values of samples dropped'],
    [dropped.events, 'eventLimit', 'events beyond the hourly limit dropped'],
    [dropped.changes, 'changeLimit', 'changes beyond the hourly limit merged into one per object'],
  ];
  return counts.flatMap(([cnt, reason, detail]) => (cnt > 0 ? [{ hostId, reason, cnt, atMs, detail }] : []));
}

/**
 * The newest data of the cluster is of `atMs`: begins new node records after an hour or a silence has ended.
 */
export function advanceClusterTime(cluster: ClusterMemory, atMs: number): void {
  if (atMs <= cluster.dataMs) return;
  const isCutDue =
    cluster.isSilent || hourOf(atMs) > hourOf(cluster.dataMs) || atMs - cluster.dataMs >= SILENT_MS;
  if (isCutDue) {
    for (const [nodeId, before] of cluster.nodeTracks) {
      const { track, changed } = timePassed(before, cluster.dataMs, atMs);
      if (track) cluster.nodeTracks.set(nodeId, track);
      cluster.pending.putSpans(cluster.hostId, nodeId, changed);
    }
  }
  cluster.isSilent = false;
  cluster.dataMs = atMs;
}

/**
 * The server clock was ahead and is right again. The times that it left in the future would stop the node history
 * and the sums of the cluster until then, so the data continues with this batch.
 */
function leaveFuture(cluster: ClusterMemory, atMs: number, nowMs: number): void {
  if (cluster.dataMs <= nowMs + MAX_AHEAD_MS) return;
  for (const [nodeId, before] of cluster.nodeTracks) {
    if (!before.running || before.running.fromMs <= nowMs) continue;
    const { track, changed } = fellSilent(before, nowMs);
    if (track) cluster.nodeTracks.set(nodeId, track);
    cluster.pending.putSpans(cluster.hostId, nodeId, changed);
  }
  cluster.isSilent = true;
  cluster.dataMs = atMs - 1;
  cluster.lastBatchMs = Math.min(cluster.lastBatchMs, nowMs);
  cluster.objectsSeenMs = Math.min(cluster.objectsSeenMs, nowMs);
  if (cluster.lastSampleMs !== undefined) cluster.lastSampleMs = Math.min(cluster.lastSampleMs, atMs - 1);
}

/** Ends the node records of a silent cluster at the time of its last data. */
export function endIfSilent(cluster: ClusterMemory, nowMs: number): void {
  if (cluster.isSilent || nowMs - cluster.lastContactMs < SILENT_MS) return;
  cluster.isSilent = true;
  for (const [nodeId, before] of cluster.nodeTracks) {
    const { track, changed } = fellSilent(before, cluster.dataMs);
    if (track) cluster.nodeTracks.set(nodeId, track);
    cluster.pending.putSpans(cluster.hostId, nodeId, changed);
  }
}
