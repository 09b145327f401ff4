import type { MonResult } from '@gwanje/contract/objects/object-states';
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

/** The key of a value without a label. It is shown as '-' in every language. */
const dashKey = 'dash';
type DashKey = typeof dashKey;

/** The label key of a numeric code: `labelKey('userStatus', userStatuses, 2)` is `userStatus.suspended`. */
function labelKey<Prefix extends string, Name extends string>(
  prefix: Prefix,
  codes: Readonly<Record<Name, number>>,
  code: number | null | undefined,
): `${Prefix}.${Name}` | DashKey {
  const found = Object.entries(codes).find(([, known]) => known === code);
  // The names are the keys of `codes`.
  return found ? `${prefix}.${found[0] as Name}` : dashKey;
}

/** The levels that the product uses. */
export const alarmLevels = { warning: 1, critical: 5 } as const;
export const alarmTypes = { failure: 1, performance: 2, event: 3 } as const;
export const confirmLevels = { recovered: 0, occurred: 1, acknowledged: 2, handled: 3, closed: 4 } as const;

/** 1 is a warning, any other level is critical, so that an unknown level is never shown too low. */
export function alarmLevelKey(
  level: number | null | undefined,
): 'alarmLevel.warning' | 'alarmLevel.critical' | DashKey {
  if (!level) return dashKey;
  return level === alarmLevels.warning ? 'alarmLevel.warning' : 'alarmLevel.critical';
}

export function alarmTypeKey(type: number | null | undefined) {
  return labelKey('alarmType', alarmTypes, type);
}

export function confirmLevelKey(level: number | null | undefined) {
  return labelKey('confirmLevel', confirmLevels, level);
}

/** 10 is used only in role choices. In the API a representative admin is role 1 with isKeyUser 'Y'. */
export const roleIds = { keyAdmin: 10, totalAdmin: 1, groupAdmin: 3, user: 2 } as const;
type RoleKey = `role.${keyof typeof roleIds}`;

/** The display name of a user's role. */
export function roleKey(role: number, isKeyUser: string): RoleKey {
  if (role === roleIds.totalAdmin) return isKeyUser === 'Y' ? 'role.keyAdmin' : 'role.totalAdmin';
  return role === roleIds.groupAdmin ? 'role.groupAdmin' : 'role.user';
}

/** The display name of a role in a list of choices. */
export function roleChoiceKey(roleChoice: number): RoleKey {
  return roleChoice === roleIds.keyAdmin ? 'role.keyAdmin' : roleKey(roleChoice, 'N');
}

export const userStatuses = { normal: 1, suspended: 2, terminated: 3, restricted: 4 } as const;

/** True: the user may read everything that the role may read, and may not change anything. */
export function isRestricted({ status }: { readonly status: number }): boolean {
  return status === userStatuses.restricted;
}

export function userStatusKey(status: number | null | undefined) {
  return labelKey('userStatus', userStatuses, status);
}

export const viewTypes = { cluster: 1, node: 2, pod: 3 } as const;

/** The view type of an alarm item on this kind of object. Null: not set. */
export function viewTypeOf(target: string): 1 | 2 | 3 | null {
  if (target === 'cluster') return viewTypes.cluster;
  if (target === 'node') return viewTypes.node;
  return target === 'pod' ? viewTypes.pod : null;
}

export function viewTypeKey(viewType: number | null | undefined) {
  const key = labelKey('viewType', viewTypes, viewType);
  return key === dashKey ? 'viewType.unset' : key;
}

export const templateChangeTypes = {
  created: 1,
  infoChanged: 2,
  copied: 3,
  alarmApplied: 4,
  deleted: 5,
  alarmContentChanged: 6,
} as const;

export function templateChangeKey(changeType: number | null | undefined) {
  return labelKey('templateChange', templateChangeTypes, changeType);
}

export function monResultKey(result: MonResult): `monResult.${MonResult}` {
  return `monResult.${result}`;
}

export type ChipColour = 'orange' | 'red' | 'pink' | 'grey';

export function alarmChipColour(level: number | null | undefined): ChipColour {
  if (level === alarmLevels.warning) return 'orange';
  return level === alarmLevels.critical ? 'red' : 'grey';
}

export function eventChipColour(level: string | null | undefined): ChipColour {
  if (level === 'normal') return 'orange';
  return level === 'warning' ? 'pink' : 'grey';
}
