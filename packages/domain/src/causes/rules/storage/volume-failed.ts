import { defineRule } from '../../rule.ts';
import { changesOf } from '../../state-facts.ts';

const BAD_PHASES: ReadonlySet<string> = new Set(['Failed', 'Lost', 'Released']);

/** A volume failed or was released, or a claim lost its volume. */
export const volumeFailed = defineRule({
  rule: 'volumeFailed',
  leadsTo: ['crash', 'start', 'storage', 'placement', 'availability'],
  sameAs: ['volume.failed', 'volume.released', 'claim.lost'],
  find({ states }) {
    const phases = [...changesOf(states, 'volume', 'phase'), ...changesOf(states, 'claim', 'phase')];
    return phases.flatMap(({ fact: { object, atMs }, change: { from, to } }) =>
      to !== null && BAD_PHASES.has(to)
        ? [{ atMs, object, evidence: { rule: 'volumeFailed', from, to } }]
        : [],
    );
  },
});
