import { defineRule } from '../../rule.ts';
import { changesOf } from '../../state-facts.ts';

const PRESSURES: ReadonlySet<string> = new Set([
  'MemoryPressure',
  'DiskPressure',
  'PIDPressure',
  'NetworkUnavailable',
]);

/** A node reports that memory, disk, processes or network are short. */
export const nodePressure = defineRule({
  rule: 'nodePressure',
  leadsTo: ['crash', 'node', 'placement', 'start', 'availability'],
  sameAs: ['node.memoryPressure', 'node.diskPressure', 'node.pidPressure', 'node.networkUnavailable'],
  isSharedByObjects: true,
  find({ states }) {
    return changesOf(states, 'node', 'condition').flatMap(({ fact: { object, atMs }, change }) =>
      change.to !== null && PRESSURES.has(change.to)
        ? [{ atMs, object, evidence: { rule: 'nodePressure', condition: change.to } }]
        : [],
    );
  },
});
