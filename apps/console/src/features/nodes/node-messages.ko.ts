export const nodes = {
  list: '노드 목록',
  tab: '노드',
  summary: '노드 요약',
  cpu: '노드 CPU',
  mem: '노드 메모리',
  disk: '노드 디스크',
  network: '노드 네트워크',
} as const;
