import type { AlarmItemKey } from '@gwanje/contract/alarms/alarm-items';
import type { Language } from '../../i18n/language.ts';

/**
 * What each item observes, as the middle of a sentence. A phrase with a value has `{{value}}`, which is '90 %
 * 이상' or 'at least 90 %'; a condition has none and comes before '상태'. `{{window}}` is the window in which
 * occurrences are counted.
 */
export const itemPhrases: Readonly<Record<AlarmItemKey, Readonly<Record<Language, string>>>> = {
  'cluster.noData': {
    ko: '에이전트에서 데이터가 오지 않은 시간이 {{value}}',
    en: 'nothing has come from the agent for {{value}}',
  },
  'cluster.apiUnreachable': { ko: 'API 서버가 응답하지 않는', en: 'the API server does not answer' },
  'cluster.nodesNotReady': {
    ko: '준비되지 않은 노드가 {{value}}',
    en: 'the cluster has {{value}} not ready',
  },
  'cluster.podsPending': {
    ko: '대기(Pending) 중인 파드가 {{value}}',
    en: 'the cluster has {{value}} pending',
  },
  'cluster.cpuUsage': {
    ko: '클러스터의 CPU 사용량이 할당 가능량의 {{value}}',
    en: 'CPU use of the cluster is {{value}} of allocatable',
  },
  'cluster.memUsage': {
    ko: '클러스터의 메모리 사용량이 할당 가능량의 {{value}}',
    en: 'memory use of the cluster is {{value}} of allocatable',
  },
  'cluster.cpuRequests': {
    ko: '파드의 CPU 요청(Request) 합계가 할당 가능량의 {{value}}',
    en: 'CPU requests of all pods are {{value}} of allocatable',
  },
  'cluster.memRequests': {
    ko: '파드의 메모리 요청(Request) 합계가 할당 가능량의 {{value}}',
    en: 'memory requests of all pods are {{value}} of allocatable',
  },
  'cluster.pvUtilization': {
    ko: '퍼시스턴트 볼륨 사용량이 전체 용량의 {{value}}',
    en: 'use of persistent volumes is {{value}} of their capacity',
  },
  'cluster.pvUnbound': { ko: '바인딩되지 않은 PV가 {{value}}', en: 'the cluster has {{value}} unbound' },

  'node.notReady': {
    ko: '노드가 준비되지 않았거나 상태를 알 수 없는',
    en: 'the node is not ready, or nobody knows',
  },
  'node.memoryPressure': { ko: '노드의 메모리가 부족한(MemoryPressure)', en: 'the node is short of memory' },
  'node.diskPressure': { ko: '노드의 디스크가 부족한(DiskPressure)', en: 'the node is short of disk' },
  'node.pidPressure': {
    ko: '노드의 프로세스 수가 한도에 이른(PIDPressure)',
    en: 'the node is short of process ids',
  },
  'node.networkUnavailable': {
    ko: '노드의 네트워크를 사용할 수 없는(NetworkUnavailable)',
    en: 'the network of the node is not available',
  },
  'node.unschedulable': {
    ko: '노드의 스케줄링이 중지된(cordon)',
    en: 'the node takes no new pods (cordoned)',
  },
  'node.cpuUsage': { ko: 'CPU 사용량이 할당 가능량의 {{value}}', en: 'CPU use is {{value}} of allocatable' },
  'node.memUsage': {
    ko: '메모리 사용량이 할당 가능량의 {{value}}',
    en: 'memory use is {{value}} of allocatable',
  },
  'node.fileSystem': {
    ko: '파일 시스템 사용량이 용량의 {{value}}',
    en: 'file system use is {{value}} of capacity',
  },
  'node.inodes': { ko: '사용 중인 아이노드가 전체의 {{value}}', en: 'inodes in use are {{value}} of all' },
  'node.netRx': { ko: '네트워크 수신량이 {{value}}', en: 'the network receives {{value}}' },
  'node.netTx': { ko: '네트워크 송신량이 {{value}}', en: 'the network sends {{value}}' },
  'node.netErrors': { ko: '네트워크 오류가 {{value}}', en: 'the network has {{value}}' },

  'pod.failed': { ko: '파드가 실패(Failed)한', en: 'the pod has failed' },
  'pod.pending': {
    ko: '파드가 대기(Pending)한 시간이 {{value}}',
    en: 'the pod has been pending for {{value}}',
  },
  'pod.notReady': {
    ko: '실행 중인 파드의 컨테이너 일부가 준비되지 않은',
    en: 'the pod runs and some of its containers are not ready',
  },
  'pod.crashLoop': {
    ko: '컨테이너가 시작과 종료를 되풀이하는(CrashLoopBackOff)',
    en: 'a container starts and ends again and again (CrashLoopBackOff)',
  },
  'pod.oomKilled': {
    ko: '최근 {{window}} 안에 메모리 부족으로 종료된(OOMKilled) 컨테이너가 있는',
    en: 'a container was killed for lack of memory within the last {{window}}',
  },
  'pod.imagePull': {
    ko: '컨테이너 이미지를 가져오지 못하는',
    en: 'the image of a container cannot be pulled',
  },
  'pod.restarts': {
    ko: '최근 {{window}} 동안 컨테이너가 재시작한 횟수가 {{value}}',
    en: 'containers restarted {{value}} within the last {{window}}',
  },
  'pod.cpuUsage': { ko: 'CPU 사용량이 제한(Limit)의 {{value}}', en: 'CPU use is {{value}} of the limit' },
  'pod.memUsage': {
    ko: '메모리 사용량이 제한(Limit)의 {{value}}',
    en: 'memory use is {{value}} of the limit',
  },
  'pod.ephemeral': { ko: '임시 스토리지 사용량이 {{value}}', en: 'ephemeral storage in use is {{value}}' },
  'pod.netRx': { ko: '네트워크 수신량이 {{value}}', en: 'the network receives {{value}}' },
  'pod.netTx': { ko: '네트워크 송신량이 {{value}}', en: 'the network sends {{value}}' },

  'volume.failed': { ko: '볼륨이 실패(Failed)한', en: 'the volume has failed' },
  'volume.released': {
    ko: '클레임이 삭제되어 볼륨이 반환(Released)된',
    en: 'the claim is gone and the volume is released',
  },
  'volume.pending': { ko: '볼륨이 대기(Pending) 중인', en: 'the volume is pending' },

  'claim.pending': {
    ko: '클레임이 볼륨에 바인딩되지 못한(Pending)',
    en: 'the claim finds no volume (Pending)',
  },
  'claim.lost': { ko: '클레임이 볼륨을 잃은(Lost)', en: 'the claim has lost its volume' },
  'claim.usage': { ko: '볼륨 사용량이 용량의 {{value}}', en: 'volume use is {{value}} of capacity' },
  'claim.inodes': { ko: '사용 중인 아이노드가 전체의 {{value}}', en: 'inodes in use are {{value}} of all' },
  'claim.daysUntilFull': {
    ko: '지금 추세로 가득 찰 때까지 남은 기간이 {{value}}',
    en: 'as it grows now the volume is full in {{value}}',
  },

  'namespace.quotaUsage': {
    ko: '리소스 쿼터 사용량이 한도의 {{value}}',
    en: 'use of a resource quota is {{value}} of its limit',
  },
  'workload.replicasUnavailable': {
    ko: '사용 가능한 레플리카가 원하는 수보다 적은',
    en: 'fewer replicas are available than desired',
  },
};
