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
      .filter(({ message }) => message.includes('exceeded quota'))
      .map(({ object, firstMs, message }) => ({
        atMs: firstMs,
        object,
        evidence: {
          rule: 'quotaHit',
          resource: /limited: ([\w./-]+)=/.exec(message)?.[1] ?? null,
          usedPercent: null,
        } as const,
      }));
    return [...full, ...refused];
  },
});
