import type { upcoming as ko } from '../ko/upcoming.ts';
import type { SameKeys } from '../message-types.ts';

export const upcoming: SameKeys<typeof ko> = {
  title: 'This page is not ready yet',
  now: 'What can be done now',
  monSettings: 'Whether clusters and their objects are monitored, and their alarm settings.',
  alarmTemplate: 'Alarm items and webhooks as templates that are applied to clusters.',
};
