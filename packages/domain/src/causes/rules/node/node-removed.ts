import { defineRule } from '../../rule.ts';
import { changesOf } from '../../state-facts.ts';

/** A node left the cluster. */
export const nodeRemoved = defineRule({
  rule: 'nodeRemoved',
  leadsTo: ['placement', 'crash', 'node', 'availability', 'requests', 'usage', 'contact'],
  isSharedByObjects: true,
  find({ states }) {
    return changesOf(states, 'node', 'deleted').map(({ fact: { object, atMs } }) => ({
      atMs,
      object,
      evidence: { rule: 'nodeRemoved' },
    }));
  },
});
