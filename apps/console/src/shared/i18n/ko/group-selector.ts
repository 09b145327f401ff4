export const groupSelector = {
  title: '그룹 선택',
  all: '전체',
  selected: '{{count}}개 선택',
  apply: '적용',
  empty: '허용된 그룹이 없습니다. 관리자에게 그룹 권한을 요청해 주세요.',
  failed: '그룹 목록을 불러오지 못했습니다. 다시 시도해 주세요.',
} as const;
