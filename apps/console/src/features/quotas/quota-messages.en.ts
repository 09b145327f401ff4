import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { quotas as ko } from './quota-messages.ko.ts';

export const quotas: SameKeys<typeof ko> = {
  list: 'Quotas',
  tab: 'Quotas',
  summary: 'Quota summary',
  name: 'Quota',
  used: 'Highest utilisation',
  topResource: 'Fullest resource',
  resourceCnt: 'Resources',
  scopes: 'Scopes',
  resources: 'Use by resource',
  resource: 'Resource',
  usage: 'Used / limit',
  noResources: 'It limits no resource',
  full: 'Utilisation',
};
