import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { volumes as ko } from './volume-messages.ko.ts';

export const volumes: SameKeys<typeof ko> = {
  show: 'Show volumes or claims',
  volumes: 'Volumes (PV)',
  claims: 'Claims (PVC)',
};
