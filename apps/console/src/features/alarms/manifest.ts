import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const alarms: FeatureManifest = {
  name: 'alarms',
  routes: [
    {
      path: '/alarm-list',
      name: 'alarmList',
      menu: { section: 'page', icon: 'mdi-bell-outline' },
      load: async () => ({ Page: (await import('./list/alarm-list-page.tsx')).AlarmListPage }),
    },
    {
      path: '/realtime-detection',
      name: 'realtimeDetection',
      refreshes: true,
      isBare: true,
      load: async () => ({ Page: (await import('./realtime/realtime-page.tsx')).RealtimePage }),
    },
  ],
};
