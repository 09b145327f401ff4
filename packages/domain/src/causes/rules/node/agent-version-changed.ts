import { defineRule } from '../../rule.ts';
import { agentTag, changesOf } from '../../state-facts.ts';

/** The agents of the cluster run another version: their batches say so, or the image of their own workload changed. */
export const agentVersionChanged = defineRule({
  rule: 'agentVersionChanged',
  leadsTo: ['contact'],
  find({ states, agents }) {
    if (agents.length > 0)
      return agents.map(({ object, atMs, from, to, agentCnt }) => ({
        atMs,
        object,
        evidence: { rule: 'agentVersionChanged', from, to, agentCnt },
      }));
    // Agents that do not start have sent nothing.
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
