import type { CauseEvidence } from '@gwanje/kinds/calls/causes';
import type { CauseFacts, CauseSubject, Finding, RelatedObject } from './facts.ts';
import { type FoldedFinding, foldFindings } from './fold.ts';
import { allCauseRules, causeRules } from './registry.ts';
import type { AnyCauseRule } from './rule.ts';
import { closeness, fit, rarity, relationWeight, SHARED_NODE_WEIGHT, symptomIn, UNLIKELY } from './score.ts';

export interface RankedCause extends Finding {
  readonly distanceS: number;
  readonly score: number;
  readonly foldedList: readonly CauseEvidence[];
  readonly objectCnt: number;
}

/** How often an object had the same change in the time before, by `usualKey`. */
export type UsualCounts = ReadonlyMap<string, number>;

export function usualKey({ object, evidence: { rule } }: Pick<Finding, 'object' | 'evidence'>): string {
  return `${rule} ${object.kind} ${object.id ?? object.name}`;
}

export function countUsual(facts: CauseFacts): UsualCounts {
  const counts = new Map<string, number>();
  for (const finding of findAll(facts))
    counts.set(usualKey(finding), (counts.get(usualKey(finding)) ?? 0) + 1);
  return counts;
}

export function findAll(facts: CauseFacts): Finding[] {
  return allCauseRules.flatMap((rule) =>
    rule.find(facts).filter((found) => !isTheAlarm(rule, found, facts.subject)),
  );
}

/** The change that the alarm itself reports. */
function isTheAlarm({ sameAs }: AnyCauseRule, { object }: Finding, { itemKey }: CauseSubject): boolean {
  return itemKey !== null && object.relation === 'self' && (sameAs?.includes(itemKey) ?? false);
}

/** The changes before the alarm, likeliest cause first. Equal scores: the later change first, then by name. */
export function rankCauses(facts: CauseFacts, usual: UsualCounts, limit: number): RankedCause[] {
  const { subject } = facts;
  const folded = foldFindings(findAll(facts), subject.atMs);
  const peers = Map.groupBy(folded, ({ evidence }) => evidence.rule);
  return folded
    .map((line): RankedCause => {
      const { atMs, object, evidence } = line;
      const distanceS = (subject.atMs - atMs) / 1000;
      const peerCnt = (peers.get(evidence.rule)?.length ?? 1) - 1;
      const factors = [
        closeness((subject.atMs - line.effectMs) / 1000),
        relationIn(subject, object) * fitOf(line, subject),
        rarity((usual.get(usualKey(line)) ?? 0) + peerCnt / PEERS_PER_REPEAT),
      ];
      return { ...line, distanceS, score: factors.reduce((product, factor) => product * factor, 1) };
    })
    .toSorted(compareCauses)
    .slice(0, limit);
}

function relationIn({ isSharedOnNode }: CauseSubject, { kind, relation }: RelatedObject): number {
  const isSharedNode = isSharedOnNode && kind === 'node' && relation === 'node';
  return isSharedNode ? SHARED_NODE_WEIGHT : relationWeight(relation);
}

/**
 * Usage is measured for each pod of a node. A change of a workload beside the object whose pods do not use more than before
 * did not raise the usage.
 */
function fitOf({ evidence, object, isMeasured }: FoldedFinding, subject: CauseSubject): number {
  const symptom = symptomIn(subject);
  const own = fit(causeRules[evidence.rule], symptom);
  const isBeside = object.kind === 'workload' && object.relation === 'node';
  return isBeside && !isMeasured && symptom === 'usage' ? Math.min(own, UNLIKELY) : own;
}

/** A change that four other objects have too is as usual as one that the object had before. */
const PEERS_PER_REPEAT = 4;

function compareCauses(a: RankedCause, b: RankedCause): number {
  return (
    b.score - a.score ||
    b.atMs - a.atMs ||
    compareTexts(a.object.name, b.object.name) ||
    compareTexts(a.evidence.rule, b.evidence.rule) ||
    (a.object.id ?? 0) - (b.object.id ?? 0)
  );
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
