import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { lists as ko } from './table-messages.ko.ts';

export const lists: SameKeys<typeof ko> = {
  selectAll: 'Select all',
  selectRow: 'Select {{name}}',
  actions: 'Actions',
};
