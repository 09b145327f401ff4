import { alarmTypes } from '../../../mappings/alarm.ts';
import { measure } from '../../item.ts';

export const podRestarts = measure({
  key: 'pod.restarts',
  label: { ko: '재시작 횟수', en: 'Restarts' },
  phrase: {
    ko: '최근 {{window}} 동안 컨테이너가 재시작한 횟수가 {{value}}',
    en: 'containers restarted {{value}} within the last {{window}}',
  },
  unit: 'count',
  type: alarmTypes.failure,
  basis: 'state',
  warning: 3,
  critical: 5,
  recoveryMargin: 0,
  standard: { holdS: 0, windowMin: 10 },
  valueIn: (pod, { windowMin }) => pod.restartsWithin(windowMin ?? 10),
});
