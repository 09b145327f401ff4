import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const duty: FeatureManifest = {
  name: 'duty',
  messages: () => import('./duty-messages.ts'),
  routes: [
    {
      path: '/duty',
      name: 'duty',
      menu: { section: 'page', icon: 'mdi-calendar-account-outline' },
      load: async () => ({ Page: (await import('./calendar/calendar-page.tsx')).CalendarPage }),
    },
    {
      path: '/setting/duty',
      name: 'settingDuty',
      accepts: ['dutyRotaId'],
      menu: { section: 'settingsAlarm', icon: 'mdi-calendar-account-outline' },
      load: async () => ({ Page: (await import('./rotas/rota-page.tsx')).RotaPage }),
    },
  ],
};
