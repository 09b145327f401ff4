import { condition } from '../../item.ts';

export const volumePending = condition({
  key: 'volume.pending',
  label: { ko: '볼륨 대기 지속', en: 'Volume pending' },
  phrase: { ko: '볼륨이 대기(Pending) 중인', en: 'the volume is pending' },
  level: 'warning',
  standard: { holdS: 600 },
  isTrue: ({ phase }) => phase === 'Pending',
});
