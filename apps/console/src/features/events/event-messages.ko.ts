export const events = {
  levels: '등급으로 거르기',
  tail: '이어 보기',
  tailHint: '새 이벤트가 오면 목록에 바로 더합니다. 끄면 목록이 움직이지 않습니다.',
  arrived: '새 이벤트 보기',
} as const;
