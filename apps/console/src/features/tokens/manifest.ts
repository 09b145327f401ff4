import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const accessTokens: FeatureManifest = {
  name: 'accessTokens',
  messages: () => import('./access-token-messages.ts'),
  routes: [
    {
      path: '/setting/access-token',
      name: 'settingAccessToken',
      menu: { section: 'settingsAccess', icon: 'mdi-key-outline' },
      load: async () => ({ Page: (await import('./token-list-page.tsx')).TokenListPage }),
    },
  ],
};
