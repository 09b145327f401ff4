import { measure } from '../../item.ts';

export const clusterCpuUsage = measure({
  key: 'cluster.cpuUsage',
  label: { ko: 'CPU 사용률', en: 'CPU usage' },
  unit: 'percent',
  warning: 80,
  critical: 95,
  recoveryMargin: 5,
  standard: { holdS: 600 },
  valueIn: ({ cpuUsedPct }) => cpuUsedPct,
});
