import { measure } from '../../item.ts';
import { shareOfLimit } from './share-of-limit.ts';

export const podCpuUsage = measure({
  key: 'pod.cpuUsage',
  label: { ko: 'CPU 사용률(Limit)', en: 'CPU usage of limit' },
  phrase: { ko: 'CPU 사용량이 제한(Limit)의 {{value}}', en: 'CPU use is {{value}} of the limit' },
  unit: 'percent',
  warning: 90,
  critical: null,
  recoveryMargin: 5,
  standard: { isNotified: false, holdS: 900 },
  valueIn: (pod) => shareOfLimit(pod, pod.cpuUsedCores, pod.cpuLimitCores),
});
