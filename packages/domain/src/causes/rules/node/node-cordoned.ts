import { defineRule } from '../../rule.ts';
import { changesOf } from '../../state-facts.ts';

/** No more pods are placed on a node. */
export const nodeCordoned = defineRule({
  rule: 'nodeCordoned',
  leadsTo: ['placement', 'availability', 'node', 'crash'],
  sameAs: ['node.unschedulable'],
  isSharedByObjects: true,
  find({ states }) {
    return changesOf(states, 'node', 'isSchedulable')
      .filter(({ change }) => change.to === 'false')
      .map(({ fact: { object, atMs } }) => ({ atMs, object, evidence: { rule: 'nodeCordoned' } }));
  },
});
