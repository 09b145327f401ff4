import type { upcoming as ko } from '../ko/upcoming.ts';
import type { SameKeys } from '../message-types.ts';

export const upcoming: SameKeys<typeof ko> = {
  title: 'This page is not ready yet',
  now: 'What can be done now',
  alarms: 'All alarms, to acknowledge, handle and annotate.',
  realtime: 'New alarms as they happen, in a small window.',
  monSettings: 'Whether clusters and their objects are monitored, and their alarm settings.',
  clusterCreate: 'Register a new cluster, then install its agent.',
  agentInstall: 'Download the manifest of the agent, install it and see it arrive.',
  alarmTemplate: 'Alarm items and webhooks as templates that are applied to clusters.',
};
