import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { events as ko } from './event-messages.ko.ts';

export const events: SameKeys<typeof ko> = {
  levels: 'Filter by level',
  tail: 'Live tail',
  tailHint: 'New events join the list as they come. Switched off, the list stands still.',
  arrived: 'Show new events',
};
