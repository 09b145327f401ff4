import { measure } from '../../item.ts';
import { shareOfLimit } from './share-of-limit.ts';

export const podMemUsage = measure({
  key: 'pod.memUsage',
  label: { ko: '메모리 사용률(Limit)', en: 'Memory usage of limit' },
  phrase: { ko: '메모리 사용량이 제한(Limit)의 {{value}}', en: 'memory use is {{value}} of the limit' },
  unit: 'percent',
  warning: 90,
  critical: 97,
  recoveryMargin: 5,
  valueIn: (pod) => shareOfLimit(pod, pod.memUsedBytes, pod.memLimitBytes),
});
