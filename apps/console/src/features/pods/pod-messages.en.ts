import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { pods as ko } from './pod-messages.ko.ts';

export const pods: SameKeys<typeof ko> = {
  list: 'Pods',
  tab: 'Pods',
  summary: 'Pod summary',
  cpu: 'Pod CPU',
  mem: 'Pod memory',
  disk: 'Pod disk',
  network: 'Pod network',
};
