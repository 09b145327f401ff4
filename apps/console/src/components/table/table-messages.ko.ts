/** Messages of every table, whatever is in it. */
export const lists = {
  selectAll: '모두 선택',
  selectRow: '{{name}} 선택',
  actions: '작업',
} as const;
