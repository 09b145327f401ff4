import { condition } from '../../item.ts';

export const volumeFailed = condition({
  key: 'volume.failed',
  label: { ko: '볼륨 실패', en: 'Volume failed' },
  phrase: { ko: '볼륨이 실패(Failed)한', en: 'the volume has failed' },
  level: 'critical',
  isTrue: ({ phase }) => phase === 'Failed',
});
