import { defineRule } from '../../rule.ts';
import { changesOf } from '../../state-facts.ts';

/** Somebody deleted a workload. Jobs end by themselves. */
export const workloadDeleted = defineRule({
  rule: 'workloadDeleted',
  leadsTo: ['crash', 'availability'],
  find({ states }) {
    return changesOf(states, 'workload', 'deleted')
      .filter(({ fact }) => fact.record !== 'job')
      .map(({ fact: { object, atMs, record } }) => ({
        atMs,
        object,
        evidence: { rule: 'workloadDeleted', workloadType: record },
      }));
  },
});
