import { measure } from '../../item.ts';

export const nodeMemUsage = measure({
  key: 'node.memUsage',
  label: { ko: '메모리 사용률', en: 'Memory usage' },
  phrase: { ko: '메모리 사용량이 할당 가능량의 {{value}}', en: 'memory use is {{value}} of allocatable' },
  unit: 'percent',
  warning: 85,
  critical: 95,
  recoveryMargin: 5,
  valueIn: ({ memUsedPct }) => memUsedPct,
});
