import { condition } from '../../item.ts';

export const podNotReady = condition({
  key: 'pod.notReady',
  label: { ko: '파드 준비되지 않음', en: 'Pod not ready' },
  level: 'warning',
  standard: { holdS: 300 },
  isTrue: ({ phase, readyCnt, containerCnt, isTerminating }) =>
    phase === 'Unknown' || (phase === 'Running' && !isTerminating && readyCnt < containerCnt),
});
