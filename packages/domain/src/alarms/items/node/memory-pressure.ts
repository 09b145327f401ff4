import { condition } from '../../item.ts';

export const nodeMemoryPressure = condition({
  key: 'node.memoryPressure',
  label: { ko: '메모리 부족', en: 'Memory pressure' },
  phrase: { ko: '노드의 메모리가 부족한(MemoryPressure)', en: 'the node is short of memory' },
  level: 'critical',
  isTrue: (node) => node.hasTrouble('MemoryPressure'),
});
