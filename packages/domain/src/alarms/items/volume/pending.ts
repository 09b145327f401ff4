import { condition } from '../../item.ts';

export const volumePending = condition({
  key: 'volume.pending',
  label: { ko: '볼륨 대기 지속', en: 'Volume pending' },
  level: 'warning',
  standard: { holdS: 600 },
  isTrue: ({ phase }) => phase === 'Pending',
});
