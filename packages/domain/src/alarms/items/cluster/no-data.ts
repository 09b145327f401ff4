import { alarmTypes } from '../../../mappings/alarm.ts';
import { measure } from '../../item.ts';

/** The server raises this alarm by itself, because a silent agent cannot report its own silence. */
export const clusterNoData = measure({
  key: 'cluster.noData',
  label: { ko: '에이전트 수집 중단', en: 'No data from agent' },
  phrase: {
    ko: '에이전트에서 데이터가 오지 않은 시간이 {{value}}',
    en: 'nothing has come from the agent for {{value}}',
  },
  unit: 'minutes',
  type: alarmTypes.failure,
  basis: 'silence',
  warning: null,
  critical: 5,
  recoveryMargin: 0,
  standard: { holdS: 0 },
  valueIn: ({ silentMin }) => silentMin,
});
