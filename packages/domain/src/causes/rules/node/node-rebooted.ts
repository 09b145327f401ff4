import { defineRule } from '../../rule.ts';

/** The kubelet reports that its node was restarted. */
export const nodeRebooted = defineRule({
  rule: 'nodeRebooted',
  leadsTo: ['crash', 'node', 'contact', 'placement', 'availability', 'start'],
  isSharedByObjects: true,
  find({ events }) {
    return events
      .filter(({ reason, objectKind }) => reason === 'Rebooted' && objectKind === 'Node')
      .map(({ object, lastMs }) => ({ atMs: lastMs, object, evidence: { rule: 'nodeRebooted' } }));
  },
});
