import { condition } from '../../item.ts';

export const podFailed = condition({
  key: 'pod.failed',
  label: { ko: '파드 실패', en: 'Pod failed' },
  phrase: { ko: '파드가 실패(Failed)한', en: 'the pod has failed' },
  level: 'warning',
  standard: { holdS: 0 },
  isTrue: ({ phase }) => phase === 'Failed',
});
