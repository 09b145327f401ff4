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
        ['Node', 'mdi-server'],
        ['Pod', 'mdi-cube-outline'],
        ['Volume', 'mdi-database-outline'],
        ['Pvc', 'mdi-database-marker-outline'],
        ['Workload', 'mdi-layers-outline'],
        ['Namespace', 'mdi-folder-outline'],
      ] as const
    ).map(([kind, icon]) => ({
      path: `/setting/mon/${kind.toLowerCase()}-list`,
      name: `settingMon${kind}List`,
      titleKey: `routes.settingMon${kind}List` as const,
      accepts: ['hostId'] as const,
      menu: { section: 'settingsMonitoring' as const, icon },
      load: async () => ({ Page: (await import('./object-setting-pages.tsx'))[`${kind}SettingsPage`] }),
    })),
  ],
};
