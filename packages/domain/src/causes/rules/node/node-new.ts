import { defineRule } from '../../rule.ts';
import { changesOf, isNewObject } from '../../state-facts.ts';

/** A node joined the cluster. */
export const nodeNew = defineRule({
  rule: 'nodeNew',
  leadsTo: ['start', 'crash', 'node', 'contact', 'availability'],
  isSharedByObjects: true,
  find({ states }) {
    return changesOf(states, 'node', 'created')
      .filter(({ fact }) => isNewObject(fact))
      .map(({ fact: { object, atMs } }) => ({ atMs, object, evidence: { rule: 'nodeNew' } }));
  },
});
