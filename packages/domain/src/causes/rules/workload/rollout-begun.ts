import { defineRule } from '../../rule.ts';
import { changesOf, countOf } from '../../state-facts.ts';

/** Kubernetes replaces the pods of a workload: fewer of them have the newest template than before. */
export const rolloutBegun = defineRule({
  rule: 'rolloutBegun',
  leadsTo: ['crash', 'start', 'availability', 'usage', 'requests', 'placement'],
  find({ states }) {
    return changesOf(states, 'workload', 'updatedCnt').flatMap(({ fact, change }) => {
      const { object, atMs, record, desiredCnt, changes } = fact;
      const from = countOf(change.from) ?? 0;
      const updatedCnt = countOf(change.to) ?? 0;
      const isScaled = changes.some(({ what }) => what === 'desiredCnt');
      if (record === 'job' || isScaled || updatedCnt >= from) return [];
      return [{ atMs, object, evidence: { rule: 'rolloutBegun', updatedCnt, desiredCnt } }];
    });
  },
});
