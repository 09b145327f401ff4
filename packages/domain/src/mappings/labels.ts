import { defaultLanguage, type Language } from '../i18n/language.ts';

/**
 * Labels of all mapped values, for screens, exports and notifications. The compiler reports a key without a label.
 */
export const labels = {
  dash: { ko: '-', en: '-' },

  'alarmLevel.warning': { ko: '경고', en: 'Warning' },
  'alarmLevel.critical': { ko: '심각', en: 'Critical' },

  'alarmType.failure': { ko: '장애', en: 'Failure' },
  'alarmType.performance': { ko: '성능', en: 'Performance' },
  'alarmType.event': { ko: '이벤트', en: 'Event' },

  'confirmLevel.recovered': { ko: '복구', en: 'Recovered' },
  'confirmLevel.occurred': { ko: '발생', en: 'Occurred' },
  'confirmLevel.acknowledged': { ko: '확인', en: 'Acknowledged' },
  'confirmLevel.handled': { ko: '조치 완료', en: 'Handled' },
  'confirmLevel.closed': { ko: '종료', en: 'Closed' },

  'eventLevel.normal': { ko: '정상', en: 'Normal' },
  'eventLevel.warning': { ko: '경고', en: 'Warning' },
  'eventLevel.critical': { ko: '심각', en: 'Critical' },

  'monResult.critical': { ko: '심각', en: 'Critical' },
  'monResult.warning': { ko: '경고', en: 'Warning' },
  'monResult.stale': { ko: '수집 중단', en: 'Stale (no data)' },
  'monResult.normal': { ko: '정상', en: 'Normal' },
  'monResult.unmonitored': { ko: '감시 제외', en: 'Unmonitored' },

  'userStatus.normal': { ko: '정상', en: 'Normal' },
  'userStatus.suspended': { ko: '정지', en: 'Suspended' },
  'userStatus.terminated': { ko: '해지', en: 'Terminated' },
  'userStatus.restricted': { ko: '제한', en: 'Restricted' },

  'viewType.cluster': { ko: '클러스터', en: 'Cluster' },
  'viewType.node': { ko: '노드', en: 'Node' },
  'viewType.pod': { ko: '파드', en: 'Pod' },
  'viewType.unset': { ko: 'Not Set', en: 'Not Set' },

  'templateChange.created': { ko: '생성', en: 'Created' },
  'templateChange.infoChanged': { ko: '정보 변경', en: 'Info changed' },
  'templateChange.copied': { ko: '복사', en: 'Copied' },
  'templateChange.alarmApplied': { ko: '알람 적용', en: 'Alarm applied' },
  'templateChange.deleted': { ko: '삭제', en: 'Deleted' },
  'templateChange.alarmContentChanged': { ko: '알람 내용 변경', en: 'Alarm content changed' },

  'role.keyAdmin': { ko: '대표 관리자', en: 'Representative admin' },
  'role.totalAdmin': { ko: '전체 관리자', en: 'Total admin' },
  'role.groupAdmin': { ko: '그룹 관리자', en: 'Group admin' },
  'role.user': { ko: '사용자', en: 'User' },

  'objectType.container': { ko: '컨테이너', en: 'Container' },
  'objectType.pod': { ko: '파드', en: 'Pod' },
  'objectType.node': { ko: '노드', en: 'Node' },
  'objectType.cluster': { ko: '클러스터', en: 'Cluster' },

  'groupBy.none': { ko: '없음', en: 'None' },
  'groupBy.pod': { ko: '파드', en: 'Pod' },
  'groupBy.node': { ko: '노드', en: 'Node' },
  'groupBy.namespace': { ko: '네임스페이스', en: 'Namespace' },
  'groupBy.workload': { ko: '워크로드', en: 'Workload' },
  'groupBy.cluster': { ko: '클러스터', en: 'Cluster' },

  'sortBy.MON_RESULT': { ko: '상태', en: 'State' },
  'sortBy.CPU_USED_CORE': { ko: 'CPU 사용량', en: 'CPU usage' },
  'sortBy.MEM_USED_BYTES': { ko: '메모리 사용량', en: 'Memory usage' },
  'sortBy.BLOCK_IN': { ko: '블록 I/O 읽기', en: 'Block I/O read' },
  'sortBy.BLOCK_OUT': { ko: '블록 I/O 쓰기', en: 'Block I/O written' },
  'sortBy.CONTAINER_STATE': { ko: '컨테이너 상태', en: 'Container state' },
  'sortBy.CPU_USED_LIMIT': { ko: 'CPU 사용률(Limit)', en: 'CPU utilisation (limit)' },
  'sortBy.MEM_USED_LIMIT': { ko: '메모리 사용률(Limit)', en: 'Memory utilisation (limit)' },
  'sortBy.NET_RX': { ko: '네트워크 수신', en: 'Network received' },
  'sortBy.NET_TX': { ko: '네트워크 송신', en: 'Network sent' },
  'sortBy.POD_PHASE': { ko: '파드 단계', en: 'Pod phase' },
  'sortBy.CPU_USED_ALLOCATABLE': { ko: 'CPU 사용률(할당 가능)', en: 'CPU utilisation (allocatable)' },
  'sortBy.MEM_USED_ALLOCATABLE': { ko: '메모리 사용률(할당 가능)', en: 'Memory utilisation (allocatable)' },
  'sortBy.FILE_SYSTEM_USED': { ko: '디스크 사용률', en: 'Disk utilisation' },
  'sortBy.NODE_CONDITION': { ko: '노드 상태 조건', en: 'Node condition' },
  'sortBy.PV_UTILIZATION': { ko: 'PV 사용률', en: 'PV utilisation' },
  'sortBy.PV_UNBOUND': { ko: '바인딩되지 않은 PV', en: 'Unbound PVs' },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;
export type LabelKey = keyof typeof labels;

export function labelOf(key: LabelKey, language: Language = defaultLanguage): string {
  return labels[key][language];
}
