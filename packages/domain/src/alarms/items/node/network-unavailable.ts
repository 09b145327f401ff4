import { condition } from '../../item.ts';

export const nodeNetworkUnavailable = condition({
  key: 'node.networkUnavailable',
  label: { ko: '네트워크 사용 불가', en: 'Network unavailable' },
  level: 'critical',
  isTrue: (node) => node.hasTrouble('NetworkUnavailable'),
});
