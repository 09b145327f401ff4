import { alarmTypes } from '../../../mappings/alarm.ts';
import { measure } from '../../item.ts';

export const podPending = measure({
  key: 'pod.pending',
  label: { ko: '파드 대기 지속', en: 'Pending too long' },
  phrase: { ko: '파드가 대기(Pending)한 시간이 {{value}}', en: 'the pod has been pending for {{value}}' },
  unit: 'minutes',
  type: alarmTypes.failure,
  basis: 'state',
  warning: 5,
  critical: 15,
  recoveryMargin: 0,
  standard: { holdS: 0 },
  valueIn: ({ phase, ageMin, isTerminating }) => (phase === 'Pending' && !isTerminating ? ageMin : 0),
});
