import { condition } from '../../item.ts';

export const claimPending = condition({
  key: 'claim.pending',
  label: { ko: '클레임 대기 지속', en: 'Claim pending' },
  phrase: { ko: '클레임이 볼륨에 바인딩되지 못한(Pending)', en: 'the claim finds no volume (Pending)' },
  level: 'warning',
  standard: { holdS: 600 },
  isTrue: ({ phase }) => phase === 'Pending',
});
