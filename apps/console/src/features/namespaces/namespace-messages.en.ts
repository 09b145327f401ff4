import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { namespaces as ko } from './namespace-messages.ko.ts';

export const namespaces: SameKeys<typeof ko> = {
  list: 'Namespaces',
  tab: 'Namespaces',
  summary: 'Namespace summary',
  workloadCnt: 'Workloads',
  quotaCnt: 'Quotas',
  quotaUsed: 'Quota utilisation',
  quotaResource: 'Quota resource',
  quotas: 'Quotas',
  quota: 'Quota',
  resource: 'Resource',
  usage: 'Used / limit',
  noQuotas: 'No quotas',
  noQuotasText: 'No ResourceQuota is set in this namespace.',
  quotasUnknown: 'The quotas are unknown',
  quotasUnknownText: "The agent cannot read resource quotas. Please check the agent's rights.",
};
