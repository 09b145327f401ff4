import { condition, defineItems } from '../item.ts';

/** Jobs and cron jobs end; their pods are not expected to stay available. */
const withReplicas: readonly string[] = ['deployment', 'statefulSet', 'daemonSet'];

export const workloadItems = defineItems('workload', {
  'workload.replicasUnavailable': condition({
    label: { ko: '레플리카 부족', en: 'Replicas unavailable' },
    phrase: {
      ko: '사용 가능한 레플리카가 원하는 수보다 적은',
      en: 'fewer replicas are available than desired',
    },
    level: 'warning',
    // A rollout may be short of replicas for some minutes.
    standard: { holdS: 600 },
    isTrue: ({ type, desiredCnt, availableCnt }) =>
      withReplicas.includes(type) && (availableCnt ?? 0) < (desiredCnt ?? 0),
  }),
});
