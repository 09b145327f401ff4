export const common = {
  ok: '확인',
  cancel: '취소',
  close: '닫기',
  retry: '재시도',
} as const;
