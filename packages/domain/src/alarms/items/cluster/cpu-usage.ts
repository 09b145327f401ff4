import { measure } from '../../item.ts';

export const clusterCpuUsage = measure({
  key: 'cluster.cpuUsage',
  label: { ko: 'CPU 사용률', en: 'CPU usage' },
  phrase: {
    ko: '클러스터의 CPU 사용량이 할당 가능량의 {{value}}',
    en: 'CPU use of the cluster is {{value}} of allocatable',
  },
  unit: 'percent',
  warning: 80,
  critical: 95,
  recoveryMargin: 5,
  standard: { holdS: 600 },
  valueIn: ({ cpuUsedPct }) => cpuUsedPct,
});
