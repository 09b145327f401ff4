export const auditReceivers = {
  none: '전송할 곳이 설정되지 않았습니다.',
  failing: '{{at}}부터 보내지 못함: {{reason}}, {{cnt}}건 대기',
  waiting: '{{cnt}}건 대기',
  sent: '{{at}}까지 전송',
  change:
    '전송할 곳을 바꾸려면 서버 환경 변수 GWANJE_AUDIT_FORWARD를 수정하고 서버를 다시 시작해 주세요. 변경 내역은 감사 로그에 남습니다.',
} as const;
