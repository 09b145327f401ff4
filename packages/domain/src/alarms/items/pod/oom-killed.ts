import { condition } from '../../item.ts';

/** True until the window has passed, because the container itself restarts within a second. */
export const podOomKilled = condition({
  key: 'pod.oomKilled',
  label: { ko: '메모리 부족 종료(OOMKilled)', en: 'OOM killed' },
  phrase: {
    ko: '최근 {{window}} 안에 메모리 부족으로 종료된(OOMKilled) 컨테이너가 있는',
    en: 'a container was killed for lack of memory within the last {{window}}',
  },
  level: 'critical',
  standard: { holdS: 0, windowMin: 10 },
  isTrue: ({ oomKilledMinAgo }, { windowMin }) => oomKilledMinAgo < (windowMin ?? 10),
});
