import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const reports: FeatureManifest = {
  name: 'reports',
  messages: () => import('./report-messages.ts'),
  routes: [
    {
      path: '/report',
      name: 'report',
      menu: { section: 'page', icon: 'mdi-file-chart-outline' },
      load: async () => ({ Page: (await import('./report-page.tsx')).ReportPage }),
    },
    {
      path: '/setting/report',
      name: 'settingReport',
      menu: { section: 'settingsAlarm', icon: 'mdi-file-chart-outline' },
      load: async () => ({ Page: (await import('./schedule-page.tsx')).SchedulePage }),
    },
  ],
};
