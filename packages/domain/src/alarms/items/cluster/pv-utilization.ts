import { measure } from '../../item.ts';

export const clusterPvUtilization = measure({
  key: 'cluster.pvUtilization',
  label: { ko: 'PV 사용률', en: 'PV utilisation' },
  phrase: {
    ko: '퍼시스턴트 볼륨 사용량이 전체 용량의 {{value}}',
    en: 'use of persistent volumes is {{value}} of their capacity',
  },
  unit: 'percent',
  warning: 80,
  critical: 90,
  recoveryMargin: 3,
  valueIn: ({ pvUtilizationPct }) => pvUtilizationPct,
});
