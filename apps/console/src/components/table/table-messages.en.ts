import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { lists as ko } from './table-messages.ko.ts';

export const lists: SameKeys<typeof ko> = {
  total: 'Total {{cnt}}',
  totalPeople: '{{cnt}} users',
  totalPeople_one: '{{cnt}} user',
  pageCnt: 'Rows per page',
  pageOf: 'Page {{pageNo}}',
  previous: 'Previous page',
  next: 'Next page',
  selectAll: 'Select all',
  selectRow: 'Select {{name}}',
  actions: 'Actions',
  selected: '{{cnt}} selected',
};
