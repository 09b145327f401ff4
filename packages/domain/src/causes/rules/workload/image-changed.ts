import type { FieldChange } from '@gwanje/kinds/calls/causes';
import { defineRule } from '../../rule.ts';
import { changesOf } from '../../state-facts.ts';

/** A workload or a container got another image. */
export const imageChanged = defineRule({
  rule: 'imageChanged',
  leadsTo: ['crash', 'start', 'availability', 'usage', 'storage'],
  find({ states, manifests }) {
    const ofWorkloads = changesOf(states, 'workload', 'images').map(({ fact, change }) => ({
      fact,
      changeList: imageChanges(change.from, change.to),
    }));
    const ofPods = states
      .filter(({ object }) => object.kind === 'pod')
      .map((fact) => ({
        fact,
        changeList: fact.changes
          .filter(({ what }) => what.endsWith('.image'))
          .map(({ what, from, to }) => ({
            container: what.slice(0, -'.image'.length),
            field: 'image',
            from,
            to,
          })),
      }));
    const ofManifests = manifests.map((fact) => ({
      fact,
      changeList: fact.changeList.filter(({ field }) => field === 'image'),
    }));
    return [...ofWorkloads, ...ofPods, ...ofManifests]
      .filter(({ changeList }) => changeList.length > 0)
      .map(({ fact: { object, atMs }, changeList }) => ({
        atMs,
        object,
        evidence: { rule: 'imageChanged', changeList: [...changeList] },
      }));
  },
});

/** From two comma-joined lists of images: the images that differ. */
function imageChanges(before: string | null, after: string | null): FieldChange[] {
  const from = namesOf(before);
  const to = namesOf(after);
  const change = (one: string | null, other: string | null) => {
    return { container: null, field: 'image', from: one, to: other };
  };
  if (from.length === to.length)
    return from.flatMap((image, index) => (image === to[index] ? [] : [change(image, to[index] ?? null)]));
  return [
    ...to.filter((image) => !from.includes(image)).map((image) => change(null, image)),
    ...from.filter((image) => !to.includes(image)).map((image) => change(image, null)),
  ];
}

function namesOf(images: string | null): string[] {
  return (images ?? '').split(',').filter((image) => image !== '');
}
