import { condition } from '../../item.ts';

export const claimLost = condition({
  key: 'claim.lost',
  label: { ko: '클레임 유실', en: 'Claim lost' },
  phrase: { ko: '클레임이 볼륨을 잃은(Lost)', en: 'the claim has lost its volume' },
  level: 'critical',
  isTrue: ({ phase }) => phase === 'Lost',
});
