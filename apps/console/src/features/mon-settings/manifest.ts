import { capitalised } from '@gwanje/kinds/definition/kind';
import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const monSettings: FeatureManifest = {
  name: 'monSettings',
  messages: () => import('./mon-setting-messages.ts'),
  routes: [
    { path: '/setting/mon', name: 'settingMon', redirectTo: '/setting/mon/cluster-list' },
    {
      path: '/setting/mon/cluster-list',
      name: 'settingMonClusterList',
      titleKey: 'routes.settingMonClusterList',
      menu: { section: 'settingsMonitoring', icon: 'mdi-kubernetes' },
      load: async () => ({ Page: (await import('./clusters/cluster-list-page.tsx')).ClusterListPage }),
    },
    ...(
      [
        ['node', 'mdi-server'],
        ['pod', 'mdi-cube-outline'],
        ['volume', 'mdi-database-outline'],
        ['pvc', 'mdi-database-marker-outline'],
        ['workload', 'mdi-layers-outline'],
        ['namespace', 'mdi-folder-outline'],
      ] as const
    ).map(([segment, icon]) => ({
      path: `/setting/mon/${segment}-list`,
      name: `settingMon${capitalised(segment)}List`,
      titleKey: `routes.settingMon${capitalised(segment)}List` as const,
      accepts: ['hostId'] as const,
      menu: { section: 'settingsMonitoring' as const, icon },
      load: async () => ({ Page: (await import('./object-setting-pages.tsx')).settingsPages[segment].page }),
    })),
  ],
};
