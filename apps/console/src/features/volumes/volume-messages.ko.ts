export const volumes = {
  show: '볼륨 또는 클레임 보기',
  volumes: '볼륨(PV)',
  claims: '클레임(PVC)',
} as const;
