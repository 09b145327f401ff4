import { condition } from '../../item.ts';

export const podFailed = condition({
  key: 'pod.failed',
  label: { ko: '파드 실패', en: 'Pod failed' },
  level: 'warning',
  standard: { holdS: 0 },
  isTrue: ({ phase }) => phase === 'Failed',
});
