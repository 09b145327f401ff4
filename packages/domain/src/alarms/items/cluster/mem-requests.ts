import { measure } from '../../item.ts';

export const clusterMemRequests = measure({
  key: 'cluster.memRequests',
  label: { ko: '메모리 요청률', en: 'Memory requests' },
  phrase: {
    ko: '파드의 메모리 요청(Request) 합계가 할당 가능량의 {{value}}',
    en: 'memory requests of all pods are {{value}} of allocatable',
  },
  unit: 'percent',
  basis: 'state',
  warning: 90,
  critical: 100,
  recoveryMargin: 3,
  standard: { holdS: 900 },
  valueIn: ({ memRequestPct }) => memRequestPct,
});
