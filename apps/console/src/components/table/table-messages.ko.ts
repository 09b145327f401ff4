/** Messages of every table, whatever is in it. */
export const lists = {
  total: '총 {{cnt}}개',
  totalPeople: '총 {{cnt}}명',
  pageCnt: '페이지당 행',
  pageOf: '{{pageNo}} 페이지',
  previous: '이전 페이지',
  next: '다음 페이지',
  selectAll: '모두 선택',
  selectRow: '{{name}} 선택',
  actions: '작업',
  selected: '{{cnt}}개 선택',
} as const;
