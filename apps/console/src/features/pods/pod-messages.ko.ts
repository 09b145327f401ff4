export const pods = {
  list: '파드 목록',
  tab: '파드',
  summary: '파드 요약',
  cpu: '파드 CPU',
  mem: '파드 메모리',
  disk: '파드 디스크',
  network: '파드 네트워크',
} as const;
