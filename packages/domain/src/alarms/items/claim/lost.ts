import { condition } from '../../item.ts';

export const claimLost = condition({
  key: 'claim.lost',
  label: { ko: '클레임 유실', en: 'Claim lost' },
  level: 'critical',
  isTrue: ({ phase }) => phase === 'Lost',
});
