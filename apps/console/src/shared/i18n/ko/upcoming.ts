/** Pages whose data does not exist yet: what will be there, in one sentence. */
export const upcoming = {
  title: '아직 준비 중인 페이지입니다',
  now: '지금 할 수 있는 일',
  alarms: '모든 알람을 확인하고 조치하며, 메모를 남깁니다.',
  realtime: '새로 발생하는 알람을 작은 창에서 바로 확인합니다.',
  monSettings: '클러스터와 객체의 감시 여부와 알람 설정을 관리합니다.',
  clusterCreate: '새 클러스터를 등록하고 에이전트 설치로 이어집니다.',
  agentInstall: '에이전트 매니페스트를 내려받아 설치하고, 도착을 확인합니다.',
  alarmTemplate: '알람 항목과 웹훅을 템플릿으로 만들어 클러스터에 적용합니다.',
} as const;
