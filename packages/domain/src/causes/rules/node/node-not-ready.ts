import { defineRule } from '../../rule.ts';
import { changesOf } from '../../state-facts.ts';

const NOT_READY: ReadonlySet<string> = new Set(['NotReady', 'Unknown']);

/** A node stopped being ready. A change between the two states is no second event. */
export const nodeNotReady = defineRule({
  rule: 'nodeNotReady',
  leadsTo: ['crash', 'node', 'placement', 'contact', 'availability'],
  sameAs: ['node.notReady'],
  isSharedByObjects: true,
  find({ states }) {
    return changesOf(states, 'node', 'condition').flatMap(({ fact: { object, atMs }, change }) => {
      const { from, to } = change;
      if (to === null || !NOT_READY.has(to) || NOT_READY.has(from ?? '')) return [];
      return [{ atMs, object, evidence: { rule: 'nodeNotReady', condition: to } }];
    });
  },
});
