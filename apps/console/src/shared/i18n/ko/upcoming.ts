/** Pages whose data does not exist yet: what will be there, in one sentence. */
export const upcoming = {
  title: '아직 준비 중인 페이지입니다',
  now: '지금 할 수 있는 일',
  monSettings: '클러스터와 객체의 감시 여부와 알람 설정을 관리합니다.',
  alarmTemplate: '알람 항목과 웹훅을 템플릿으로 만들어 클러스터에 적용합니다.',
} as const;
