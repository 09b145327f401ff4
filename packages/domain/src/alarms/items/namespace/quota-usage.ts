import { measure } from '../../item.ts';

export const namespaceQuotaUsage = measure({
  key: 'namespace.quotaUsage',
  label: { ko: '쿼터 한도 임박', en: 'Quota near its limit' },
  unit: 'percent',
  basis: 'state',
  warning: 80,
  critical: 90,
  recoveryMargin: 3,
  // A namespace whose last quota was deleted has recovered.
  valueIn: ({ quotaCnt, quotaUsedPercent }) => (quotaCnt === 0 ? 0 : (quotaUsedPercent ?? Number.NaN)),
});
