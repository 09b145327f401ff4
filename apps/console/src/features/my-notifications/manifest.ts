import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const myNotifications: FeatureManifest = {
  name: 'myNotifications',
  messages: () => import('./notification-messages.ts'),
  routes: [
    {
      path: '/my-notifications',
      name: 'myNotifications',
      menu: { section: 'page', icon: 'mdi-cellphone-message' },
      load: async () => ({ Page: (await import('./notification-page.tsx')).NotificationPage }),
    },
  ],
};
