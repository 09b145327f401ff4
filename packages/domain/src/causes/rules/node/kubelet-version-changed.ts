import { defineRule } from '../../rule.ts';
import { changesOf } from '../../state-facts.ts';

/** A node runs another version of the kubelet. */
export const kubeletVersionChanged = defineRule({
  rule: 'kubeletVersionChanged',
  leadsTo: ['node', 'crash', 'contact', 'start', 'availability', 'usage'],
  isSharedByObjects: true,
  find({ states }) {
    return changesOf(states, 'node', 'kubeletVersion').map(({ fact: { object, atMs }, change }) => ({
      atMs,
      object,
      evidence: { rule: 'kubeletVersionChanged', from: change.from, to: change.to ?? '' },
    }));
  },
});
