import { condition } from '../../item.ts';

export const clusterApiUnreachable = condition({
  key: 'cluster.apiUnreachable',
  label: { ko: 'API 서버 응답 없음', en: 'API server unreachable' },
  phrase: { ko: 'API 서버가 응답하지 않는', en: 'the API server does not answer' },
  level: 'critical',
  isTrue: ({ isApiReachable }) => (isApiReachable === null ? null : !isApiReachable),
});
