import { alarmTypes } from '../../mappings/labels.ts';
import { condition, defineItems, measure } from '../item.ts';

/** Jobs and cron jobs end; their pods are not expected to stay available. */
const withReplicas: readonly string[] = ['deployment', 'statefulSet', 'daemonSet'];

export const workloadItems = defineItems('workload', {
  'workload.replicasUnavailable': condition({
    label: { ko: '복제본 부족', en: 'Replicas unavailable' },
    phrase: {
      ko: '사용 가능한 복제본이 목표보다 적은',
      en: 'fewer replicas are available than desired',
    },
    level: 'warning',
    // A rollout may be short of replicas for some minutes.
    standard: { holdS: 600 },
    isTrue: ({ type, desiredCnt, availableCnt }) =>
      withReplicas.includes(type) && (availableCnt ?? 0) < (desiredCnt ?? 0),
  }),
  'workload.rolloutStuck': measure({
    label: { ko: '롤아웃 정체', en: 'Rollout stuck' },
    phrase: {
      ko: '롤아웃이 진행되지 않은 시간이 {{value}}',
      en: 'the rollout has not come further for {{value}}',
    },
    unit: 'minutes',
    type: alarmTypes.failure,
    basis: 'state',
    warning: 10,
    critical: null,
    recoveryMargin: 0,
    standard: { holdS: 60 },
    valueIn: ({ type, rolloutPhase, updateStrategy, noProgressMin }, { warning }) => {
      // Kubernetes has waited for the deadline of the deployment, whatever time that is.
      if (rolloutPhase === 'stuck') return Math.max(noProgressMin, warning ?? 0);
      // A deployment has its own deadline, and pods of OnDelete wait for a person.
      const isTimed =
        rolloutPhase === 'progressing' && type !== 'deployment' && updateStrategy !== 'OnDelete';
      return isTimed ? noProgressMin : 0;
    },
  }),
  'workload.jobFailed': condition({
    label: { ko: '잡 실패', en: 'Job failed' },
    phrase: { ko: '잡이 실패(Failed)한', en: 'the job has failed' },
    level: 'warning',
    standard: { holdS: 0 },
    isTrue: ({ jobOutcome, isSuperseded }) => jobOutcome === 'failed' && !isSuperseded,
  }),
  'workload.cronJobLate': measure({
    label: { ko: '크론잡 실행 지연', en: 'Cron job late' },
    phrase: {
      ko: '시작되어야 할 실행이 늦어진 시간이 {{value}}',
      en: 'a run that is due has not begun for {{value}}',
    },
    unit: 'minutes',
    type: alarmTypes.failure,
    basis: 'state',
    warning: 5,
    critical: null,
    recoveryMargin: 0,
    standard: { holdS: 60 },
    valueIn: ({ type, cronJobLateMin }) => (type === 'cronJob' ? cronJobLateMin : 0),
  }),
});
