export const containers = {
  list: '컨테이너 목록',
  tab: '컨테이너',
  summary: '컨테이너 요약',
  cpu: '컨테이너 CPU',
  mem: '컨테이너 메모리',
  blockIO: '컨테이너 블록 I/O',
} as const;
