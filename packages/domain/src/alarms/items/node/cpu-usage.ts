import { measure } from '../../item.ts';

export const nodeCpuUsage = measure({
  key: 'node.cpuUsage',
  label: { ko: 'CPU 사용률', en: 'CPU usage' },
  phrase: { ko: 'CPU 사용량이 할당 가능량의 {{value}}', en: 'CPU use is {{value}} of allocatable' },
  unit: 'percent',
  warning: 85,
  critical: 95,
  recoveryMargin: 5,
  valueIn: ({ cpuUsedPct }) => cpuUsedPct,
});
