import type { SameKeys } from '@gwanje/domain/messages';
import type { monLists as ko } from './mon-list-messages.ko.ts';

export const monLists: SameKeys<typeof ko> = {
  show: 'Show volumes or claims',
  volumes: 'Volumes (PV)',
  claims: 'Claims (PVC)',
};
