/** Messages of all lists and tables. */
export const lists = {
  selectAll: '모두 선택',
  selectRow: '{{name}} 선택',
  actions: '작업',
} as const;
