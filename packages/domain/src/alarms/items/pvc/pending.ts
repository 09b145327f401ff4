import { condition } from '../../item.ts';

export const pvcPending = condition({
  key: 'pvc.pending',
  target: 'pvc',
  label: { ko: '클레임 대기 지속', en: 'Claim pending' },
  level: 'warning',
  standard: { holdS: 600 },
  isTrue: ({ phase }) => phase === 'Pending',
});
