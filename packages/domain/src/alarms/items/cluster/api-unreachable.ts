import { condition } from '../../item.ts';

export const clusterApiUnreachable = condition({
  key: 'cluster.apiUnreachable',
  label: { ko: 'API 서버 응답 없음', en: 'API server unreachable' },
  level: 'critical',
  isTrue: ({ isApiReachable }) => (isApiReachable === null ? null : !isApiReachable),
});
