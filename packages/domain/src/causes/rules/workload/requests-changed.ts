import type { FieldChange } from '@gwanje/kinds/calls/causes';
import type { Change } from '@gwanje/kinds/state/changes';
import { defineRule } from '../../rule.ts';

const FIELDS: ReadonlySet<string> = new Set([
  'cpuRequestCores',
  'cpuLimitCores',
  'memRequestBytes',
  'memLimitBytes',
]);

/** A container got other requests or limits. */
export const requestsChanged = defineRule({
  rule: 'requestsChanged',
  leadsTo: ['crash', 'start', 'availability', 'usage', 'requests', 'placement'],
  find({ states, manifests }) {
    const ofPods = states
      .filter(({ object }) => object.kind === 'pod')
      .map(({ object, atMs, changes }) => ({ object, atMs, changeList: changes.flatMap(requestChange) }));
    const ofManifests = manifests.map(({ object, atMs, changeList }) => ({
      object,
      atMs,
      changeList: changeList.filter(isRequest),
    }));
    return [...ofPods, ...ofManifests]
      .filter(({ changeList }) => changeList.length > 0)
      .map(({ object, atMs, changeList }) => ({
        atMs,
        object,
        evidence: { rule: 'requestsChanged', changeList },
      }));
  },
});

export function isRequest({ field }: FieldChange): boolean {
  return FIELDS.has(field);
}

/** Of a container: the sums of a pod only repeat them. */
function requestChange({ what, from, to }: Change): FieldChange[] {
  const dot = what.lastIndexOf('.');
  const field = what.slice(dot + 1);
  return dot > 0 && FIELDS.has(field) ? [{ container: what.slice(0, dot), field, from, to }] : [];
}
