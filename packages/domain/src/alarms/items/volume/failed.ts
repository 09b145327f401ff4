import { condition } from '../../item.ts';

export const volumeFailed = condition({
  key: 'volume.failed',
  label: { ko: '볼륨 실패', en: 'Volume failed' },
  level: 'critical',
  isTrue: ({ phase }) => phase === 'Failed',
});
