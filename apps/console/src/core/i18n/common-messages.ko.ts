export const common = {
  erasedUser: '삭제된 사용자 {{no}}',
  ok: '확인',
  cancel: '취소',
  close: '닫기',
  retry: '재시도',
  create: '생성',
  edit: '수정',
  save: '저장',
  delete: '삭제',
  settings: '설정',
  path: '현재 위치',
} as const;
