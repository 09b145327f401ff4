import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { nodes as ko } from './node-messages.ko.ts';

export const nodes: SameKeys<typeof ko> = {
  list: 'Nodes',
  tab: 'Nodes',
  summary: 'Node summary',
  cpu: 'Node CPU',
  mem: 'Node memory',
  disk: 'Node disk',
  network: 'Node network',
};
