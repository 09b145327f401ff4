export const namespaces = {
  quotas: '할당량(Quota)',
  quota: '할당량',
  resource: '자원',
  usage: '사용량 / 한도',
  noQuotas: '할당량이 없습니다',
  noQuotasText: '이 네임스페이스에는 ResourceQuota가 설정되어 있지 않습니다.',
  quotasUnknown: '할당량을 알 수 없습니다',
  quotasUnknownText: '에이전트가 ResourceQuota를 읽지 못합니다. 에이전트의 권한을 확인해 주세요.',
} as const;
