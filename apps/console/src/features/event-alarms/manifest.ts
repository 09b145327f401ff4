import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const eventAlarms: FeatureManifest = {
  name: 'event-alarms',
  messages: () => import('./event-alarm-messages.ts'),
  routes: [
    {
      path: '/setting/mon/event-alarm-list',
      name: 'settingMonEventAlarmList',
      accepts: ['hostId'],
      menu: { section: 'settingsAlarm', icon: 'mdi-calendar-alert' },
      load: async () => ({ Page: (await import('./event-alarm-page.tsx')).EventAlarmPage }),
    },
  ],
};
