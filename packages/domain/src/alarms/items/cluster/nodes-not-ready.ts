import { alarmTypes } from '../../../mappings/alarm.ts';
import { measure } from '../../item.ts';

export const clusterNodesNotReady = measure({
  key: 'cluster.nodesNotReady',
  label: { ko: '준비되지 않은 노드', en: 'Nodes not ready' },
  phrase: { ko: '준비되지 않은 노드가 {{value}}', en: 'the cluster has {{value}} not ready' },
  unit: 'count',
  type: alarmTypes.failure,
  basis: 'state',
  warning: 1,
  critical: 3,
  recoveryMargin: 0,
  // Each node has its own alarm, and that one is sent.
  standard: { isNotified: false, holdS: 120 },
  valueIn: ({ nodeNotReadyCnt }) => nodeNotReadyCnt,
});
