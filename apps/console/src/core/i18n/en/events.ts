import type { events as ko } from '../ko/events.ts';
import type { SameKeys } from '../message-types.ts';

export const events: SameKeys<typeof ko> = {
  levels: 'Filter by level',
  tail: 'Live tail',
  tailHint: 'New events join the list as they come. Switched off, the list stands still.',
  arrived: 'Show new events',
};
