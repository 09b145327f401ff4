import { measure } from '../../item.ts';

export const clusterPvUtilization = measure({
  key: 'cluster.pvUtilization',
  label: { ko: 'PV 사용률', en: 'PV utilisation' },
  unit: 'percent',
  warning: 80,
  critical: 90,
  recoveryMargin: 3,
  valueIn: ({ pvUtilizationPct }) => pvUtilizationPct,
});
