import { alarmTypes } from '../../../mappings/alarm.ts';
import { measure } from '../../item.ts';

export const clusterPodsPending = measure({
  key: 'cluster.podsPending',
  label: { ko: '대기 중인 파드', en: 'Pods pending' },
  phrase: { ko: '대기(Pending) 중인 파드가 {{value}}', en: 'the cluster has {{value}} pending' },
  unit: 'count',
  type: alarmTypes.failure,
  basis: 'state',
  warning: 10,
  critical: 50,
  recoveryMargin: 2,
  standard: { holdS: 600 },
  valueIn: ({ podPendingCnt }) => podPendingCnt,
});
