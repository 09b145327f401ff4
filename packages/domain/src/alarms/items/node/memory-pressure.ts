import { condition } from '../../item.ts';

export const nodeMemoryPressure = condition({
  key: 'node.memoryPressure',
  label: { ko: '메모리 부족', en: 'Memory pressure' },
  level: 'critical',
  isTrue: (node) => node.hasTrouble('MemoryPressure'),
});
