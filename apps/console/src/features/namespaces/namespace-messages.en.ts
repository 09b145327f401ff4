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
  noQuotas: 'No quotas',
  noQuotasText: 'No ResourceQuota is set in this namespace.',
  limits: 'Limit ranges',
  limitRange: 'Limit range',
  limitType: 'Applies to',
  min: 'Minimum',
  max: 'Maximum',
  defaultLimit: 'Default limit',
  defaultRequest: 'Default request',
  noLimits: 'No limit ranges',
  noLimitsText: 'No LimitRange is set in this namespace.',
  limitsUnknown: 'The limit ranges are unknown',
  limitsUnknownText: "The agent cannot read limit ranges. Please check the agent's rights.",
  events: 'Events of this namespace',
  topCpu: 'Top pods by CPU',
  topMem: 'Top pods by memory',
};
