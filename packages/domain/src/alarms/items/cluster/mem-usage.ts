import { measure } from '../../item.ts';

export const clusterMemUsage = measure({
  key: 'cluster.memUsage',
  label: { ko: '메모리 사용률', en: 'Memory usage' },
  phrase: {
    ko: '클러스터의 메모리 사용량이 할당 가능량의 {{value}}',
    en: 'memory use of the cluster is {{value}} of allocatable',
  },
  unit: 'percent',
  warning: 85,
  critical: 95,
  recoveryMargin: 5,
  standard: { holdS: 600 },
  valueIn: ({ memUsedPct }) => memUsedPct,
});
