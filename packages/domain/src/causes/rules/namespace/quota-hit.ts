import type { EventFact, RelatedObject, StateFact } from '../../facts.ts';
import { defineRule } from '../../rule.ts';
import { changesOf, countOf } from '../../state-facts.ts';

const FULL_PERCENT = 100;

/** A quota of the namespace is used up: its use says so, or Kubernetes refused a pod because of it. */
export const quotaHit = defineRule({
  rule: 'quotaHit',
  leadsTo: ['availability', 'placement', 'requests', 'crash', 'storage'],
  sameAs: ['quota.usage'],
  find({ states, events }) {
    const full = changesOf(states, 'quota', 'usedPercent').flatMap(({ fact, change }) => {
      const usedPercent = countOf(change.to);
      const before = countOf(change.from) ?? 0;
      if (usedPercent === null || usedPercent < FULL_PERCENT || before >= FULL_PERCENT) return [];
      const { object, atMs } = fact;
      return [{ atMs, object, evidence: { rule: 'quotaHit', resource: null, usedPercent } as const }];
    });
    const refused = events
      .filter(({ message }) => isQuotaRefusal(message))
      .map((event) => ({
        atMs: event.firstMs,
        object: quotaOf(event, states),
        evidence: {
          rule: 'quotaHit',
          resource: /limited: ([\w./-]+)=/.exec(event.message)?.[1] ?? null,
          usedPercent: null,
        } as const,
      }));
    return [...full, ...refused];
  },
});

export function isQuotaRefusal(message: string): boolean {
  return message.includes('exceeded quota');
}

/** The event is about who wanted a pod, and its message names the quota. It is as near as the pod that it refused. */
function quotaOf({ object, message }: EventFact, states: readonly StateFact[]): RelatedObject {
  const name = /exceeded quota: ([\w.-]+)/.exec(message)?.[1];
  if (name === undefined) return object;
  const { hostId, namespace, relation } = object;
  const known = states.find(
    (fact) =>
      fact.object.kind === 'quota' && fact.object.name === name && fact.object.namespace === namespace,
  );
  return { kind: 'quota', id: known?.object.id ?? null, hostId, name, namespace, relation };
}
