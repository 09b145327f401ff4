import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const monSettings: FeatureManifest = {
  name: 'monSettings',
  messages: () => import('#entities/object-settings/mon-setting-messages.ts'),
  routes: [
    { path: '/setting/mon', name: 'settingMon', redirectTo: '/setting/mon/cluster-list' },
    {
      path: '/setting/mon/cluster-list',
      name: 'settingMonClusterList',
      menu: { section: 'settingsMonitoring', icon: 'mdi-kubernetes' },
      load: async () => ({ Page: (await import('./clusters/cluster-list-page.tsx')).ClusterListPage }),
    },
  ],
};
