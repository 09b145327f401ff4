import { measure } from '../../item.ts';

/** Share of allocatable. Above it new pods cannot be scheduled. */
export const clusterCpuRequests = measure({
  key: 'cluster.cpuRequests',
  label: { ko: 'CPU 요청률', en: 'CPU requests' },
  phrase: {
    ko: '파드의 CPU 요청(Request) 합계가 할당 가능량의 {{value}}',
    en: 'CPU requests of all pods are {{value}} of allocatable',
  },
  unit: 'percent',
  basis: 'state',
  warning: 90,
  critical: 100,
  recoveryMargin: 3,
  standard: { holdS: 900 },
  valueIn: ({ cpuRequestPct }) => cpuRequestPct,
});
