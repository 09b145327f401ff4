import { defineRule } from '../../rule.ts';
import { agentTag, changesOf } from '../../state-facts.ts';

/** The agents of the cluster run another version: the image of their own workload changed. */
export const agentVersionChanged = defineRule({
  rule: 'agentVersionChanged',
  leadsTo: ['contact'],
  find({ states }) {
    return changesOf(states, 'workload', 'images').flatMap(({ fact, change }) => {
      const [from, to] = [agentTag(change.from), agentTag(change.to)];
      if (to === null || from === to) return [];
      const { object, atMs, desiredCnt } = fact;
      return [
        { atMs, object, evidence: { rule: 'agentVersionChanged', from, to, agentCnt: desiredCnt ?? 1 } },
      ];
    });
  },
});
