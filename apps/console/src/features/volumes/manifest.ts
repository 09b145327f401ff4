import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { settingsRoute } from '#entities/object-settings/settings-route.ts';

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
    settingsRoute(
      'volume',
      async () => (await import('#entities/inventory/volume-list.ts')).volumeList,
      'mdi-database-outline',
    ),
    settingsRoute(
      'claim',
      async () => (await import('#entities/inventory/claim-list.ts')).claimList,
      'mdi-database-marker-outline',
    ),
  ],
};
