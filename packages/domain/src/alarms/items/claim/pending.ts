import { condition } from '../../item.ts';

export const claimPending = condition({
  key: 'claim.pending',
  label: { ko: '클레임 대기 지속', en: 'Claim pending' },
  level: 'warning',
  standard: { holdS: 600 },
  isTrue: ({ phase }) => phase === 'Pending',
});
