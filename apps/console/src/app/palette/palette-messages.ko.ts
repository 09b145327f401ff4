/** Written for and used by app/shell's command palette. */
export const palette = {
  placeholder: '클러스터·노드·파드·컨테이너·볼륨·페이지 이름',
  recent: '최근에 연 항목',
  pages: '페이지',
  settings: '설정',
  clusters: '클러스터',
  deleted: '삭제된 객체',
  deletedMark: '삭제됨',
  looking: '찾는 중입니다.',
  none: '‘{{text}}’에 맞는 항목이 없습니다.',
  noneText: '선택한 그룹의 클러스터에서만 찾습니다.',
  failed: '객체를 찾지 못했습니다: {{reason}}',
  moreClusters: '클러스터 {{cnt}}개가 더 있습니다. 이름을 더 입력해 주세요.',
  moreObjects: '객체 {{total}}개 가운데 {{shown}}개를 보여 줍니다. 이름을 더 입력해 주세요.',
} as const;
