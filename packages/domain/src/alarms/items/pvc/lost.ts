import { condition } from '../../item.ts';

export const pvcLost = condition({
  key: 'pvc.lost',
  target: 'pvc',
  label: { ko: '클레임 유실', en: 'Claim lost' },
  level: 'critical',
  isTrue: ({ phase }) => phase === 'Lost',
});
