/** Who will see what after a change; loaded with the forms that make one. */
export const accessPreview = {
  confirmTitle: '변경 확인',
  confirmMoveSubs: '서브 그룹을 이동하시겠습니까?',
  confirmMoveClusters: '클러스터를 이동하시겠습니까?',
  confirmOwner: '메타 그룹의 소유자를 바꾸시겠습니까?',
  confirmRights: '변경한 권한을 저장하시겠습니까?',
  gained: '볼 수 있게 됨',
  lost: '볼 수 없게 됨',
  nobody: '아무도 달라지지 않습니다.',
  nobodyText: '클러스터를 볼 수 있는 사용자는 그대로입니다.',
  users: '사용자',
  clusters: '클러스터',
  userCnt: '{{cnt}}명',
  moreUsers: '외 {{cnt}}명',
  moreClusters: '외 {{cnt}}개',
  moreLines: '외 {{cnt}}줄',
  label: '볼 수 있는 사용자의 변화',
} as const;
