import { measure } from '../../item.ts';

export const clusterMemRequests = measure({
  key: 'cluster.memRequests',
  label: { ko: '메모리 요청률', en: 'Memory requests' },
  unit: 'percent',
  basis: 'state',
  warning: 90,
  critical: 100,
  recoveryMargin: 3,
  standard: { holdS: 900 },
  valueIn: ({ memRequestPct }) => memRequestPct,
});
