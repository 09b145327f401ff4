import { condition } from '../../item.ts';

export const nodeNotReady = condition({
  key: 'node.notReady',
  label: { ko: '노드 준비되지 않음', en: 'Node not ready' },
  phrase: { ko: '노드가 준비되지 않았거나 상태를 알 수 없는', en: 'the node is not ready, or nobody knows' },
  level: 'critical',
  standard: { holdS: 60 },
  isTrue: ({ condition: worst }) => worst === 'NotReady' || worst === 'Unknown',
});
