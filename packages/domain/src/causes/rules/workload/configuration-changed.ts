import { defineRule } from '../../rule.ts';
import { isRequest } from './requests-changed.ts';

const OWN_RULES: ReadonlySet<string> = new Set(['image', 'replicas']);
const STATE_FIELDS: ReadonlySet<string> = new Set(['schedule', 'isSuspended']);

/** A field of the manifest changed that has no rule of its own: environment, probes, volumes, a config map. */
export const configurationChanged = defineRule({
  rule: 'configurationChanged',
  leadsTo: ['crash', 'start', 'availability', 'usage', 'storage', 'placement', 'contact'],
  isSharedByObjects: true,
  find({ states, manifests }) {
    const ofManifests = manifests.map(({ object, atMs, changeList }) => ({
      atMs,
      object,
      changeList: changeList.filter((change) => !OWN_RULES.has(change.field) && !isRequest(change)),
    }));
    const ofStates = states.map(({ object, atMs, changes }) => ({
      atMs,
      object,
      changeList: changes
        .filter(({ what }) => object.kind === 'workload' && STATE_FIELDS.has(what))
        .map(({ what, from, to }) => ({ container: null, field: what, from, to })),
    }));
    return [...ofManifests, ...ofStates]
      .filter(({ changeList }) => changeList.length > 0)
      .map(({ atMs, object, changeList }) => ({
        atMs,
        object,
        evidence: { rule: 'configurationChanged', changeList },
      }));
  },
});
