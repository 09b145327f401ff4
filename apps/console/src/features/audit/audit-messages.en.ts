import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { audit as ko } from './audit-messages.ko.ts';

export const audit: SameKeys<typeof ko> = {
  empty: 'No entries',
  emptyText: 'No entry matches. Change the conditions.',
  search: 'Search user, action, target',
  searchOwn: 'Search action, target',
  outcome: 'Outcome',
  allOutcomes: 'All outcomes',
  done: 'Done',
  denied: 'Denied',
  failed: 'Failed',
  from: 'From',
  to: 'To',
  reset: 'Reset conditions',
  at: 'Time',
  actor: 'User',
  byItself: 'System',
  action: 'Action',
  target: 'Target',
  address: 'Address',
  detail: 'Detail',
  kept: 'Entries cannot be changed; they are deleted when their time is over.',
};
