import { defineRule } from '../../rule.ts';

const REVISION: ReadonlySet<string> = new Set(['revision', 'revisionName']);

/**
 * Kubernetes replaces the pods of a workload: it got a new revision, also by a restart of the rollout. Fewer pods with the
 * newest template are no rollout: pods that are deleted are missing too.
 */
export const rolloutBegun = defineRule({
  rule: 'rolloutBegun',
  leadsTo: ['crash', 'start', 'availability', 'usage', 'requests', 'placement'],
  find({ states }) {
    return states
      .filter(({ object, changes }) => object.kind === 'workload' && changes.some(isNewRevision))
      .map(({ object, atMs, updatedCnt, desiredCnt }) => ({
        atMs,
        object,
        evidence: { rule: 'rolloutBegun', updatedCnt, desiredCnt },
      }));
  },
});

/** The first revision that the agent reports is none that began now. */
function isNewRevision({ what, from, to }: { what: string; from: string | null; to: string | null }) {
  return REVISION.has(what) && from !== null && to !== null;
}
