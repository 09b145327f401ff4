import { condition } from '../../item.ts';

export const podCrashLoop = condition({
  key: 'pod.crashLoop',
  label: { ko: '반복 재시작(CrashLoop)', en: 'Crash loop' },
  level: 'critical',
  standard: { holdS: 0 },
  isTrue: ({ isCrashLooping }) => isCrashLooping,
});
