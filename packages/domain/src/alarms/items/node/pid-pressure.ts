import { condition } from '../../item.ts';

export const nodePidPressure = condition({
  key: 'node.pidPressure',
  label: { ko: '프로세스 수 부족', en: 'PID pressure' },
  level: 'critical',
  isTrue: (node) => node.hasTrouble('PIDPressure'),
});
