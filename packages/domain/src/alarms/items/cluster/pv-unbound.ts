import { alarmTypes } from '../../../mappings/alarm.ts';
import { measure } from '../../item.ts';

export const clusterPvUnbound = measure({
  key: 'cluster.pvUnbound',
  label: { ko: '바인딩되지 않은 PV', en: 'Unbound PVs' },
  phrase: { ko: '바인딩되지 않은 PV가 {{value}}', en: 'the cluster has {{value}} unbound' },
  unit: 'count',
  type: alarmTypes.failure,
  basis: 'state',
  warning: 10,
  critical: null,
  recoveryMargin: 2,
  standard: { isNotified: false, holdS: 3600 },
  valueIn: ({ pvUnboundCnt }) => pvUnboundCnt,
});
