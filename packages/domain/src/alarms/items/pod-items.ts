import type { PodPhase } from '@gwanje/contract/objects/object-states';
import type { PodFacts } from '@gwanje/kinds/pod/facts';
import { alarmTypes } from '../../mappings/labels.ts';
import { condition, defineItems, measure } from '../item.ts';

/** A kubelet restarts a container without delay again after it has run for this long. */
const BACKOFF_RESET_MIN = 10;

/** A pod that has ended uses no resources, so its usage is a known 0. */
function hasEnded(phase: PodPhase): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** A pod without a limit has a share of 0. */
function shareOfLimit({ phase }: PodFacts, used: number, limit: number): number {
  if (hasEnded(phase) || limit < 0) return 0;
  return limit > 0 ? (used / limit) * 100 : Number.NaN;
}

export const podItems = defineItems('pod', {
  'pod.failed': condition({
    label: { ko: '파드 실패', en: 'Pod failed' },
    phrase: { ko: '파드가 실패(Failed)한', en: 'the pod has failed' },
    level: 'warning',
    standard: { holdS: 0 },
    isTrue: ({ phase, isTerminating, isSuperseded }) => phase === 'Failed' && !isTerminating && !isSuperseded,
  }),
  'pod.pending': measure({
    label: { ko: '파드 대기 지속', en: 'Pending too long' },
    phrase: { ko: '파드가 대기(Pending)한 시간이 {{value}}', en: 'the pod has been pending for {{value}}' },
    unit: 'minutes',
    type: alarmTypes.failure,
    basis: 'state',
    warning: 5,
    critical: 15,
    recoveryMargin: 0,
    standard: { holdS: 0 },
    valueIn: ({ phase, ageMin, isTerminating }) => (phase === 'Pending' && !isTerminating ? ageMin : 0),
  }),
  'pod.notReady': condition({
    label: { ko: '파드 준비되지 않음', en: 'Pod not ready' },
    phrase: {
      ko: '실행 중인 파드의 컨테이너 일부가 준비되지 않은',
      en: 'the pod runs and some of its containers are not ready',
    },
    level: 'warning',
    standard: { holdS: 300 },
    isTrue: ({ phase, readyCnt, containerCnt, isTerminating }) =>
      phase === 'Unknown' || (phase === 'Running' && !isTerminating && readyCnt < containerCnt),
  }),
  'pod.crashLoop': condition({
    label: { ko: '반복 재시작(CrashLoop)', en: 'Crash loop' },
    phrase: {
      ko: '컨테이너가 시작과 종료를 되풀이하는(CrashLoopBackOff)',
      en: 'a container starts and ends again and again (CrashLoopBackOff)',
    },
    level: 'critical',
    standard: { holdS: 0 },
    // The container runs between two crashes. The loop is over when it has run for ten minutes, as for kubelets.
    isTrue: ({ isCrashLooping, restartsWithin }) =>
      isCrashLooping || (restartsWithin(BACKOFF_RESET_MIN) > 0 ? null : false),
  }),
  /** True until the window has passed, because the container itself restarts within a second. */
  'pod.oomKilled': condition({
    label: { ko: '메모리 부족 종료(OOMKilled)', en: 'OOM killed' },
    phrase: {
      ko: '최근 {{window}} 안에 메모리 부족으로 종료된(OOMKilled) 컨테이너가 있는',
      en: 'a container was killed for lack of memory within the last {{window}}',
    },
    level: 'critical',
    standard: { holdS: 0, windowMin: 10 },
    isTrue: ({ oomKilledMinAgo }, { windowMin }) => oomKilledMinAgo < (windowMin ?? 10),
  }),
  'pod.imagePull': condition({
    label: { ko: '이미지 가져오기 실패', en: 'Image pull failure' },
    phrase: { ko: '컨테이너 이미지를 가져오지 못하는', en: 'the image of a container cannot be pulled' },
    level: 'critical',
    standard: { holdS: 60 },
    isTrue: ({ isImagePullFailing }) => isImagePullFailing,
  }),
  'pod.restarts': measure({
    label: { ko: '재시작 횟수', en: 'Restarts' },
    phrase: {
      ko: '최근 {{window}} 동안 컨테이너가 재시작한 횟수가 {{value}}',
      en: 'containers restarted {{value}} within the last {{window}}',
    },
    unit: 'count',
    type: alarmTypes.failure,
    basis: 'state',
    warning: 3,
    critical: 5,
    recoveryMargin: 0,
    standard: { holdS: 0, windowMin: 10 },
    valueIn: (pod, { windowMin }) => pod.restartsWithin(windowMin ?? 10),
  }),
  'pod.terminating': measure({
    label: { ko: '파드 종료 지연(Terminating)', en: 'Stuck in Terminating' },
    phrase: {
      ko: '삭제가 끝나야 할 때부터 지난 시간이 {{value}}',
      en: 'the deletion of the pod is late by {{value}}',
    },
    unit: 'minutes',
    type: alarmTypes.failure,
    basis: 'state',
    warning: 10,
    critical: 60,
    recoveryMargin: 0,
    standard: { holdS: 0 },
    valueIn: ({ terminatingMin }) => (Number.isNaN(terminatingMin) ? 0 : Math.max(0, terminatingMin)),
  }),
  'pod.cpuUsage': measure({
    label: { ko: 'CPU 사용률(Limit)', en: 'CPU usage of limit' },
    phrase: { ko: 'CPU 사용량이 제한(Limit)의 {{value}}', en: 'CPU use is {{value}} of the limit' },
    unit: 'percent',
    warning: 90,
    critical: null,
    recoveryMargin: 5,
    standard: { isNotified: false, holdS: 900 },
    valueIn: (pod) => shareOfLimit(pod, pod.cpuUsedCores, pod.cpuLimitCores),
  }),
  'pod.memUsage': measure({
    label: { ko: '메모리 사용률(Limit)', en: 'Memory usage of limit' },
    phrase: { ko: '메모리 사용량이 제한(Limit)의 {{value}}', en: 'memory use is {{value}} of the limit' },
    unit: 'percent',
    warning: 90,
    critical: 97,
    recoveryMargin: 5,
    valueIn: (pod) => shareOfLimit(pod, pod.memUsedBytes, pod.memLimitBytes),
  }),
  'pod.ephemeral': measure({
    label: { ko: '임시 스토리지 사용량', en: 'Ephemeral storage' },
    phrase: { ko: '임시 스토리지 사용량이 {{value}}', en: 'ephemeral storage in use is {{value}}' },
    unit: 'bytes',
    warning: 10 * 2 ** 30,
    critical: 20 * 2 ** 30,
    recoveryMargin: 2 ** 30,
    valueIn: ({ phase, ephemeralUsedBytes }) => (hasEnded(phase) ? 0 : ephemeralUsedBytes),
  }),
  'pod.netRx': measure({
    label: { ko: '네트워크 수신', en: 'Network received' },
    phrase: { ko: '네트워크 수신량이 {{value}}', en: 'the network receives {{value}}' },
    unit: 'bytesPerSecond',
    warning: 100 * 2 ** 20,
    critical: 300 * 2 ** 20,
    recoveryMargin: 10 * 2 ** 20,
    standard: { isOn: false },
    valueIn: ({ phase, netRxBps }) => (hasEnded(phase) ? 0 : netRxBps),
  }),
  'pod.netTx': measure({
    label: { ko: '네트워크 송신', en: 'Network sent' },
    phrase: { ko: '네트워크 송신량이 {{value}}', en: 'the network sends {{value}}' },
    unit: 'bytesPerSecond',
    warning: 100 * 2 ** 20,
    critical: 300 * 2 ** 20,
    recoveryMargin: 10 * 2 ** 20,
    standard: { isOn: false },
    valueIn: ({ phase, netTxBps }) => (hasEnded(phase) ? 0 : netTxBps),
  }),
});
