import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const dashboard: FeatureManifest = {
  name: 'dashboard',
  routes: [
    {
      path: '/main',
      name: 'main',
      menu: { section: 'page', icon: 'mdi-view-dashboard-outline' },
      load: async () => ({ Page: (await import('./dashboard.tsx')).MainPage }),
    },
  ],
};
