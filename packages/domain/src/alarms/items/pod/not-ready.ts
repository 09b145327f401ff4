import { condition } from '../../item.ts';

export const podNotReady = condition({
  key: 'pod.notReady',
  label: { ko: '파드 준비되지 않음', en: 'Pod not ready' },
  phrase: {
    ko: '실행 중인 파드의 컨테이너 일부가 준비되지 않은',
    en: 'the pod runs and some of its containers are not ready',
  },
  level: 'warning',
  standard: { holdS: 300 },
  isTrue: ({ phase, readyCnt, containerCnt, isTerminating }) =>
    phase === 'Unknown' || (phase === 'Running' && !isTerminating && readyCnt < containerCnt),
});
