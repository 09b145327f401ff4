import type { EventLoopYield } from '@gwanje/backend/lifecycle/event-loop-yield';
import type { RefusalReason } from '@gwanje/contract/agent/refusals';
import { metricNames } from '@gwanje/contract/metrics';
import type { ChangedKind } from '@gwanje/contract/stream';
import type { CollectLimits } from '../config.ts';
import { type ApplyContext, applyStep, noteNews } from './apply/apply.ts';
import type { ClusterMemory, KnownAgent } from './apply/cluster-memory.ts';
import { clusterTimePassed } from './apply/cluster-time.ts';
import { type EventWrite, eventWrite } from './apply/events.ts';
import { datingOf, type IdentifiedRows, identifyRows, type LookedUp } from './apply/samples.ts';
import { countRows, type Retried } from './apply/waiting-samples.ts';
import type { IdBlocks } from './identify/id-blocks.ts';
import { batchMs, type Identified, identify } from './identify/identify.ts';
import type { KnownObject } from './identify/registry.ts';
import { slotOf, storable } from './identify/slots.ts';
import type { ChangeWrite } from './persist/pending-writes.ts';
import type { FlagWrite, WaitingWrite } from './persist/write-batches.ts';
import type { Arrival } from './receive/arrival.ts';

export interface DroppedRows {
  future: number;
  tooOld: number;
  /** More wait for their object than are kept. */
  waiting: number;
  events: number;
  /** Changes folded into one of their object. */
  changes: number;
  /** The metric store takes no such samples, or the database no such events. */
  unstorable: number;
}

/** A batch that is in memory: what is left to store of it. */
export interface TakenIn {
  readonly arrival: Arrival;
  readonly cluster: ClusterMemory;
  readonly agent: KnownAgent;
  readonly rows: readonly IdentifiedRows[];
  readonly waiting: WaitingWrite | undefined;
  readonly retried: Retried | undefined;
  readonly events: readonly EventWrite[];
  readonly resolvable: readonly KnownObject[];
  readonly flags: readonly FlagWrite[];
  readonly news: ReadonlySet<ChangedKind>;
  readonly dropped: DroppedRows;
}

export interface TakeInContext extends ApplyContext {
  readonly ids: Pick<IdBlocks, 'take'>;
  readonly limits: CollectLimits;
  readonly eventLoop: EventLoopYield;
}

/**
 * Puts a batch that nothing speaks against into the live state; what is then to be stored is in the answer. Between
 * parts of its samples others may look at what is there by then.
 */
export async function takeIn(
  arrival: Arrival,
  cluster: ClusterMemory,
  context: TakeInContext,
): Promise<TakenIn> {
  const nowMs = arrival.receivedAt.getTime();
  const atMs = batchMs(arrival);
  const dropped: DroppedRows = { future: 0, tooOld: 0, waiting: 0, events: 0, changes: 0, unstorable: 0 };
  cluster.firstBatchMs ??= atMs;
  cluster.heardMs = nowMs;
  // Who tells of an hour in steps was not silent in it.
  for (const tsMs of instantsOf(arrival)) if (tsMs < atMs) clusterTimePassed(cluster, tsMs);
  clusterTimePassed(cluster, atMs);
  cluster.facts = arrival.batch.cluster ?? cluster.facts;
  cluster.unfold(nowMs, context.limits.changesPerHour);

  const { news, resolvable, isInventoryNew, ...listings } = takeInInventory(
    arrival,
    cluster,
    dropped,
    context,
  );
  const retried =
    isInventoryNew && !cluster.waiting.isEmpty ? cluster.waiting.retry(cluster.registry) : undefined;
  try {
    const samples = await takeInSamples(arrival, cluster, retried, dropped, context);
    const events = takeInEvents(arrival, cluster, dropped, context);
    if (events.length > 0) news.add('event');
    const agent = agentAfter(arrival, cluster, listings);
    context.live.heard(cluster.hostId, { atMs, facts: arrival.batch.cluster, agent });
    cluster.lastBatchMs = Math.max(cluster.lastBatchMs, atMs);
    const flags = flagsOf(cluster.hostId, dropped, nowMs);
    return { arrival, cluster, agent, ...samples, retried, events, resolvable, flags, news, dropped };
  } catch (error) {
    retried?.undo();
    throw error;
  }
}

function instantsOf({ batch, receivedAt }: Arrival): number[] {
  const inTime = batch.samples.filter(({ tsMs }) => datingOf(tsMs, receivedAt.getTime()) === 'inTime');
  return [...new Set(inTime.map(({ tsMs }) => tsMs))].sort((a, b) => a - b);
}

interface Inventory extends Identified {
  readonly news: Set<ChangedKind>;
  /** Objects that events have spoken of before anybody knew them. */
  readonly resolvable: readonly KnownObject[];
  readonly isInventoryNew: boolean;
}

function takeInInventory(
  arrival: Arrival,
  cluster: ClusterMemory,
  dropped: DroppedRows,
  context: TakeInContext,
): Inventory {
  const nowMs = arrival.receivedAt.getTime();
  const atMs = batchMs(arrival);
  const news = new Set<ChangedKind>();
  const resolvable: KnownObject[] = [];
  let isInventoryNew = false;
  const steps = {
    ...context,
    atMs,
    onChange(change: ChangeWrite) {
      if (!cluster.noteChange(change, nowMs, context.limits.changesPerHour)) dropped.changes++;
    },
  };
  const listings = identify(arrival, {
    cluster,
    ids: context.ids,
    atMs,
    apply(step) {
      applyStep(step, cluster, steps);
      isInventoryNew = true;
      noteNews(step.object, news);
      if (step.kind === 'sighting' && step.isNew && cluster.unresolved.take(step.object.name))
        resolvable.push(step.object);
    },
  });
  return { ...listings, news, resolvable, isInventoryNew };
}

async function takeInSamples(
  arrival: Arrival,
  cluster: ClusterMemory,
  retried: Retried | undefined,
  dropped: DroppedRows,
  { live, eventLoop }: TakeInContext,
): Promise<Pick<TakenIn, 'rows' | 'waiting'>> {
  const nowMs = arrival.receivedAt.getTime();
  const rows: IdentifiedRows[] = [];
  const unknown: Arrival['batch']['samples'][number][] = [];
  const lookedUp: LookedUp = new Map();
  for (const part of [...(retried?.found ?? []), ...arrival.batch.samples]) {
    const dating = datingOf(part.tsMs, nowMs);
    if (dating !== 'inTime') {
      dropped[dating] += part.keys.length;
      continue;
    }
    if (part.keys.length === 0) continue;
    const newestMs = Math.max(cluster.lastSampleMs ?? 0, cluster.lastBatchMs);
    if (part.scope === 'node') cluster.late.note(part.tsMs, newestMs, nowMs);
    // One node whose clock is fast must not date the sums of all.
    noteSlot(cluster, Math.min(part.tsMs, nowMs), live);
    const { identified, unknown: missing } = await identifyRows(
      part,
      cluster.registry,
      lookedUp,
      eventLoop,
      (ids, columns) => live.applySamples(part.scope, ids, part.tsMs, columns),
    );
    if (identified.knownCnt > 0) rows.push(identified);
    if (missing) unknown.push(missing);
    clusterTimePassed(cluster, Math.min(part.tsMs, nowMs));
  }
  const unknownCnt = countRows(unknown);
  if (unknownCnt === 0) return { rows, waiting: undefined };
  if (!cluster.waiting.hasRoomFor(unknownCnt)) {
    dropped.waiting += unknownCnt;
    return { rows, waiting: undefined };
  }
  return { rows, waiting: { hostId: cluster.hostId, receivedMs: nowMs, rows: unknown } };
}

/** The first sample of a new slot ends the one before: the sums of the cluster as they were in it. */
function noteSlot(cluster: ClusterMemory, tsMs: number, live: ApplyContext['live']): void {
  const beforeMs = cluster.lastSampleMs;
  if (beforeMs !== undefined && tsMs <= beforeMs) return;
  cluster.lastSampleMs = tsMs;
  if (beforeMs === undefined || slotOf(tsMs) === slotOf(beforeMs)) return;
  const sums = live.clusterMetrics(cluster.hostId);
  if (!sums) return;
  const columns = Object.fromEntries(
    metricNames('cluster').map((name) => [name, [storable(name, sums[name])]]),
  );
  cluster.derived.push({ scope: 'cluster', tsMs: slotOf(beforeMs), ids: [cluster.hostId], columns });
}

function takeInEvents(
  { batch, receivedAt }: Arrival,
  cluster: ClusterMemory,
  dropped: DroppedRows,
  { limits }: TakeInContext,
): EventWrite[] {
  const records = batch.events ?? [];
  if (records.length === 0) return [];
  const nowMs = receivedAt.getTime();
  const room = Math.max(0, limits.eventsPerHour - cluster.events.of(nowMs));
  const taken = records.slice(0, room);
  cluster.events.add(taken.length, nowMs);
  dropped.events += records.length - taken.length;
  return taken.map((record) => eventWrite(record, cluster, nowMs));
}

function agentAfter(
  arrival: Arrival,
  cluster: ClusterMemory,
  { isListed, isListingBroken }: Identified,
): KnownAgent {
  const { agent, seq, problems } = arrival.batch;
  const known = cluster.agents.get(agent.id);
  // Batches are missing before this one: they were told to a server that has lost them, or were never taken.
  const isGap = agent.role === 'cluster' && seq > (known?.lastSeq ?? 0) + 1;
  const wasNeeded = isGap || (known?.isResyncNeeded ?? false);
  return {
    agentId: agent.id,
    role: agent.role,
    version: agent.version,
    lastSeq: seq,
    lastBatchAtMs: arrival.receivedAt.getTime(),
    clockSkewMs: arrival.clockSkewMs,
    problemList: problems ?? [],
    isResyncNeeded: isListingBroken || (wasNeeded && !isListed),
  };
}

function flagsOf(hostId: number, dropped: DroppedRows, atMs: number): FlagWrite[] {
  const flags: readonly [cnt: number, reason: RefusalReason, detail: string][] = [
    [dropped.future, 'futureClock', 'samples from the future dropped'],
    [dropped.events, 'eventLimit', 'events beyond the hour’s limit dropped'],
    [dropped.changes, 'changeLimit', 'changes of state beyond the hour’s limit told as one of each object'],
  ];
  return flags.flatMap(([cnt, reason, detail]) => (cnt > 0 ? [{ hostId, reason, cnt, atMs, detail }] : []));
}
