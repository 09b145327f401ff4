import { condition } from '../../item.ts';

export const podCrashLoop = condition({
  key: 'pod.crashLoop',
  label: { ko: '반복 재시작(CrashLoop)', en: 'Crash loop' },
  phrase: {
    ko: '컨테이너가 시작과 종료를 되풀이하는(CrashLoopBackOff)',
    en: 'a container starts and ends again and again (CrashLoopBackOff)',
  },
  level: 'critical',
  standard: { holdS: 0 },
  isTrue: ({ isCrashLooping }) => isCrashLooping,
});
