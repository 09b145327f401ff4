import { measure } from '../../item.ts';

export const clusterMemUsage = measure({
  key: 'cluster.memUsage',
  label: { ko: '메모리 사용률', en: 'Memory usage' },
  unit: 'percent',
  warning: 85,
  critical: 95,
  recoveryMargin: 5,
  standard: { holdS: 600 },
  valueIn: ({ memUsedPct }) => memUsedPct,
});
