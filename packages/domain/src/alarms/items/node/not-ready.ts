import { condition } from '../../item.ts';

export const nodeNotReady = condition({
  key: 'node.notReady',
  label: { ko: '노드 준비되지 않음', en: 'Node not ready' },
  level: 'critical',
  standard: { holdS: 60 },
  isTrue: ({ condition: worst }) => worst === 'NotReady' || worst === 'Unknown',
});
