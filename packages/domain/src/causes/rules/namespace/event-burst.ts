import type { EventFact, EvidenceOf, Finding } from '../../facts.ts';
import { defineRule } from '../../rule.ts';
import { isQuotaRefusal } from './quota-hit.ts';

/** At least this many warnings with one reason, and three times as many as in as much time before. */
const MIN_CNT = 5;
const GROWTH = 3;
const RECENT_MS = 15 * 60_000;
/** A burst elsewhere in the cluster is about several objects: one that fails far away has its own cause. */
const MIN_FAR_OBJECTS = 3;

/**
 * These follow from a fault of the pod itself, so they explain nothing. The node reports `OOMKilling` for each container that
 * reached its limit. `FailedCreate` is not among them: controllers report it when a policy or a webhook refuses their pods.
 */
const SYMPTOMS: ReadonlySet<string> = new Set([
  'BackOff',
  'Unhealthy',
  'Failed',
  'FailedScheduling',
  'Killing',
  'OOMKilling',
  'Rebooted',
  'NodeNotReady',
  'ProbeWarning',
]);

/** Many warnings with the same reason in a short time. */
export const eventBurst = defineRule({
  rule: 'eventBurst',
  leadsTo: ['crash', 'start', 'placement', 'availability', 'usage', 'requests', 'node', 'storage', 'contact'],
  find({ subject, events }) {
    const warnings = events.filter((event) => event.type !== 'Normal' && !isExplained(event));
    const groups = Map.groupBy(warnings, ({ reason, object }) => `${reason} ${object.relation}`);
    return [...groups.values()].flatMap((group) => burstOf(group, subject.atMs));
  },
});

/** Other rules read refusals of quotas. */
function isExplained({ reason, message }: EventFact): boolean {
  return SYMPTOMS.has(reason) || isQuotaRefusal(message);
}

function burstOf(group: readonly EventFact[], atMs: number): Finding<EvidenceOf<'eventBurst'>>[] {
  const recent = group.filter(({ lastMs }) => lastMs > atMs - RECENT_MS);
  const before = group.filter(({ lastMs }) => lastMs <= atMs - RECENT_MS && lastMs > atMs - 2 * RECENT_MS);
  const cnt = countIn(recent, atMs - RECENT_MS);
  const usualCnt = countIn(before, atMs - 2 * RECENT_MS);
  const [first] = recent.toSorted((a, b) => a.firstMs - b.firstMs);
  if (!first || cnt < MIN_CNT || cnt < usualCnt * GROWTH) return [];
  if (first.object.relation === 'cluster' && objectCntOf(recent) < MIN_FAR_OBJECTS) return [];
  const { type, reason, message, object } = first;
  const startMs = Math.max(first.firstMs, atMs - RECENT_MS);
  return [{ atMs: startMs, object, evidence: { rule: 'eventBurst', type, reason, message, cnt, usualCnt } }];
}

function objectCntOf(group: readonly EventFact[]): number {
  return new Set(group.map(({ object }) => `${object.namespace}/${object.name}`)).size;
}

/** Occurrences after `fromMs`. Kubernetes counts repeated events in one row, so its occurrences are spread evenly. */
function countIn(group: readonly EventFact[], fromMs: number): number {
  let sum = 0;
  for (const { cnt, firstMs, lastMs } of group) {
    const spanMs = lastMs - firstMs;
    const share = spanMs <= 0 || firstMs >= fromMs ? 1 : (lastMs - fromMs) / spanMs;
    sum += Math.max(1, Math.round(cnt * share));
  }
  return sum;
}
