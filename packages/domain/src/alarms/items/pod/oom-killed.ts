import { condition } from '../../item.ts';

/** True until the window has passed, because the container itself restarts within a second. */
export const podOomKilled = condition({
  key: 'pod.oomKilled',
  label: { ko: '메모리 부족 종료(OOMKilled)', en: 'OOM killed' },
  level: 'critical',
  standard: { holdS: 0, windowMin: 10 },
  isTrue: ({ oomKilledMinAgo }, { windowMin }) => oomKilledMinAgo < (windowMin ?? 10),
});
