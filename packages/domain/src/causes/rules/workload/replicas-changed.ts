import { defineRule } from '../../rule.ts';
import { changesOf, countOf } from '../../state-facts.ts';

/** Their count follows from the nodes, or from the schedule. */
const NOT_CHOSEN: ReadonlySet<string> = new Set(['daemonSet', 'job', 'cronJob']);

/** A workload is to have more or fewer pods. */
export const replicasChanged = defineRule({
  rule: 'replicasChanged',
  leadsTo: ['usage', 'requests', 'placement', 'availability', 'storage'],
  find({ states }) {
    return changesOf(states, 'workload', 'desiredCnt')
      .filter(({ fact }) => !NOT_CHOSEN.has(fact.record))
      .map(({ fact: { object, atMs }, change }) => ({
        atMs,
        object,
        evidence: { rule: 'replicasChanged', from: countOf(change.from), to: countOf(change.to) },
      }));
  },
});
