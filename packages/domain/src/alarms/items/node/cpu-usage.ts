import { measure } from '../../item.ts';

export const nodeCpuUsage = measure({
  key: 'node.cpuUsage',
  label: { ko: 'CPU 사용률', en: 'CPU usage' },
  unit: 'percent',
  warning: 85,
  critical: 95,
  recoveryMargin: 5,
  valueIn: ({ cpuUsedPct }) => cpuUsedPct,
});
