import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { palette as ko } from './palette-messages.ko.ts';

export const palette: SameKeys<typeof ko> = {
  placeholder: 'Name of a cluster, node, pod, container, volume or page',
  recent: 'Recently opened',
  pages: 'Pages',
  settings: 'Settings',
  clusters: 'Clusters',
  deleted: 'Deleted objects',
  deletedMark: 'Deleted',
  looking: 'Searching.',
  none: 'Nothing matches ‘{{text}}’.',
  noneText: 'Only the clusters of the selected groups are searched.',
  failed: 'The objects could not be searched: {{reason}}',
  moreClusters: '{{cnt}} more clusters. Please type more of the name.',
  moreClusters_one: '{{cnt}} more cluster. Please type more of the name.',
  moreObjects: '{{shown}} of {{total}} objects are shown. Please type more of the name.',
};
