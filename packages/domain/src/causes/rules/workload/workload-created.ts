import { defineRule } from '../../rule.ts';
import { changesOf, isNewObject } from '../../state-facts.ts';

/** Somebody created a workload. The jobs of a cron job are not among them. */
export const workloadCreated = defineRule({
  rule: 'workloadCreated',
  leadsTo: ['usage', 'requests', 'placement', 'storage'],
  find({ states }) {
    return changesOf(states, 'workload', 'created')
      .filter(({ fact }) => isNewObject(fact) && !fact.isOwned)
      .map(({ fact: { object, atMs, record } }) => ({
        atMs,
        object,
        evidence: { rule: 'workloadCreated', workloadType: record },
      }));
  },
});
