import { condition } from '../../item.ts';

/** Mostly intended, so the hold is long: the alarm is for forgotten nodes. */
export const nodeUnschedulable = condition({
  key: 'node.unschedulable',
  label: { ko: '스케줄링 중지', en: 'Unschedulable' },
  phrase: { ko: '노드의 스케줄링이 중지된(cordon)', en: 'the node takes no new pods (cordoned)' },
  level: 'warning',
  standard: { isNotified: false, holdS: 3600 },
  isTrue: ({ isSchedulable }) => !isSchedulable,
});
