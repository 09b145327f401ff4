import { condition } from '../../item.ts';

export const nodeNetworkUnavailable = condition({
  key: 'node.networkUnavailable',
  label: { ko: '네트워크 사용 불가', en: 'Network unavailable' },
  phrase: {
    ko: '노드의 네트워크를 사용할 수 없는(NetworkUnavailable)',
    en: 'the network of the node is not available',
  },
  level: 'critical',
  isTrue: (node) => node.hasTrouble('NetworkUnavailable'),
});
