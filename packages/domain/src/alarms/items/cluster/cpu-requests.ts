import { measure } from '../../item.ts';

/** Share of allocatable. Above it new pods cannot be scheduled. */
export const clusterCpuRequests = measure({
  key: 'cluster.cpuRequests',
  label: { ko: 'CPU 요청률', en: 'CPU requests' },
  unit: 'percent',
  basis: 'state',
  warning: 90,
  critical: 100,
  recoveryMargin: 3,
  standard: { holdS: 900 },
  valueIn: ({ cpuRequestPct }) => cpuRequestPct,
});
