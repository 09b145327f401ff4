import { condition } from '../../item.ts';

export const nodePidPressure = condition({
  key: 'node.pidPressure',
  label: { ko: '프로세스 수 부족', en: 'PID pressure' },
  phrase: { ko: '노드의 프로세스 수가 한도에 이른(PIDPressure)', en: 'the node is short of process ids' },
  level: 'critical',
  isTrue: (node) => node.hasTrouble('PIDPressure'),
});
