import type { Db } from '@gwanje/backend/database/schema';
import { HostId, ObjectId } from '@gwanje/contract/definition/fields';
import type { CauseFacts } from '@gwanje/domain/causes/facts';
import {
  countUsual,
  findAll,
  type RankedCause,
  rankCauses,
  type UsualCounts,
} from '@gwanje/domain/causes/rank';
import { type CauseLine, type CauseSource, MAX_CAUSE_LINES } from '@gwanje/kinds/calls/causes';
import type { MetricStore } from '@gwanje/metric-store/interface';
import type { LiveState } from '../../live/live-state.ts';
import { agentFacts } from './facts/agent-facts.ts';
import { eventFacts } from './facts/event-facts.ts';
import { listEvents, listStatesAround, listStatesOf } from './facts/fact-repository.ts';
import { manifestFacts } from './facts/manifest-facts.ts';
import { claimFacts, usageFacts } from './facts/sample-facts.ts';
import { stateFacts } from './facts/state-facts.ts';
import { countOtherClusters } from './other-clusters.ts';
import { SourceReader, type WarningLogger } from './source-reader.ts';
import type { Subject } from './subject/subject.ts';

export interface CauseSources {
  readonly db: Db;
  readonly live: LiveState;
  readonly metricStore: MetricStore;
  readonly logger: WarningLogger;
}

export interface CauseAnswer {
  readonly list: readonly CauseLine[];
  readonly missingList: readonly CauseSource[];
}

/** A source that takes longer is left out and named. */
const TIMEOUT_MS = 2000;
/** How far back a change is looked for that the object has often. */
const USUAL_MS = 24 * 3_600_000;
const MAX_USUAL_OBJECTS = 200;

/** The ranked changes around a subject. `hostIds`: the clusters that the receiver of the answer may see. */
export async function findCauses(
  sources: CauseSources,
  subject: Subject,
  hostIds: ReadonlySet<number>,
  timeoutMs = TIMEOUT_MS,
): Promise<CauseAnswer> {
  const { db, logger } = sources;
  const { hostId } = subject;
  const reader = new SourceReader(timeoutMs, (source, err) =>
    logger.warn({ err, source, hostId }, 'a source of causes was left out'),
  );
  const facts = await readFacts(sources, subject, reader);
  const usual = await reader.read('history', () => usualCounts(db, subject, facts), new Map());
  const ranked = rankCauses(facts, usual, MAX_CAUSE_LINES);
  const others = await reader.read(
    'otherClusters',
    () => countOtherClusters(db, subject, ranked, hostIds),
    [],
  );
  return {
    list: ranked.map((cause, index) => lineOf(cause, others[index] ?? 0)),
    missingList: reader.missingList,
  };
}

async function readFacts(sources: CauseSources, subject: Subject, reader: SourceReader): Promise<CauseFacts> {
  const { db } = sources;
  const range = { from: new Date(subject.fromMs), to: new Date(subject.toMs) };
  const ids = [...subject.selfIds, ...subject.ownerIds, ...subject.nodeIds, ...subject.neighbourIds];
  const [own, around, manifests, events, usages, claims, agents] = await Promise.all([
    reader.read('history', () => listStatesOf(db, ids, range), []),
    reader.read('history', () => listStatesAround(db, subject, range), []),
    reader.read('history', () => manifestFacts(sources, subject), []),
    reader.read('events', () => listEvents(db, subject, range), []),
    reader.read('samples', () => usageFacts(sources, subject), []),
    reader.read('samples', () => claimFacts(sources, subject), []),
    reader.read('history', () => agentFacts(db, subject), []),
  ]);
  const ownIds = new Set(ids);
  const others = around.filter(({ objectId }) => !ownIds.has(objectId));
  return {
    subject,
    states: stateFacts(subject, [...own, ...others]),
    manifests,
    events: eventFacts(subject, events),
    usages,
    claims,
    agents,
  };
}

/** How often the changed objects had the same change in the day before. */
async function usualCounts(db: Db, subject: Subject, facts: CauseFacts): Promise<UsualCounts> {
  const ids = new Set(
    findAll(facts).flatMap(({ object: { id, kind } }) => (kind === 'cluster' ? [] : (id ?? []))),
  );
  const range = { from: new Date(subject.fromMs - USUAL_MS), to: new Date(subject.fromMs) };
  const rows = await listStatesOf(db, [...ids].slice(0, MAX_USUAL_OBJECTS), range);
  const none = { manifests: [], events: [], usages: [], claims: [], agents: [] };
  return countUsual({ subject, states: stateFacts(subject, rows), ...none });
}

function lineOf(cause: RankedCause, otherClusterCnt: number): CauseLine {
  const { object, evidence, atMs, distanceS, score, foldedList, objectCnt } = cause;
  return {
    rule: evidence.rule,
    at: new Date(atMs).toISOString(),
    distanceS: Math.round(distanceS),
    relation: object.relation,
    kind: object.kind,
    id: object.id === null ? null : ObjectId.parse(object.id),
    name: object.name,
    namespace: object.namespace,
    hostId: HostId.parse(object.hostId),
    score,
    evidence,
    foldedList: [...foldedList],
    objectCnt,
    otherClusterCnt,
  };
}
