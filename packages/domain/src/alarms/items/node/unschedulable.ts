import { condition } from '../../item.ts';

/** Mostly intended, so the hold is long: the alarm is for forgotten nodes. */
export const nodeUnschedulable = condition({
  key: 'node.unschedulable',
  label: { ko: '스케줄링 중지', en: 'Unschedulable' },
  level: 'warning',
  standard: { isNotified: false, holdS: 3600 },
  isTrue: ({ isSchedulable }) => !isSchedulable,
});
