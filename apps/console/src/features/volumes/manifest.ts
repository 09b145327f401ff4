import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const volumes: FeatureManifest = {
  name: 'volumes',
  messages: () => import('./volume-messages.ts'),
  routes: [
    {
      path: '/mon/pv-pvc-list',
      name: 'monPvPvcList',
      clusterTab: 'monitoring.tabs.volumes',
      needs: ['hostId'],
      menu: { section: 'page', icon: 'mdi-database-outline' },
      load: async () => ({ Page: (await import('./volumes-page.tsx')).VolumesPage }),
    },
  ],
};
