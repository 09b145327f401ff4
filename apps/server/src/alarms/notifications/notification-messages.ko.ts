export const ko = {
  reason: {
    occurred: '발생',
    worsened: '심각으로 상승',
    reoccurred: '재발생',
    unfolded: '상위 장애 복구 후에도 지속',
    recovered: '복구',
    closed: '종료',
    escalated: '미확인 알람',
    summary: '요약',
    test: '테스트',
  },
  summary: {
    quiet: '조용한 시간의 알람 {{cnt}}건',
    flood: '한꺼번에 발생한 알람 {{cnt}}건',
    more: '외 {{cnt}}건',
  },
  line: {
    cluster: '클러스터',
    target: '대상',
    value: '값 / 임계값',
    occurredAt: '발생',
    state: '상태',
    link: '관제에서 보기',
    cause: '무엇이 바뀌었나',
    recall: '지난 처리',
  },
} as const;
