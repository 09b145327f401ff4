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
    {
      path: '/setting/mon/node-list',
      name: 'settingMonNodeList',
      titleKey: 'routes.settingMonNodeList',
      accepts: ['hostId'],
      menu: { section: 'settingsMonitoring', icon: 'mdi-server' },
      load: async () => ({ Page: (await import('./object-setting-pages.tsx')).NodeSettingsPage }),
    },
    {
      path: '/setting/mon/pod-list',
      name: 'settingMonPodList',
      titleKey: 'routes.settingMonPodList',
      accepts: ['hostId'],
      menu: { section: 'settingsMonitoring', icon: 'mdi-cube-outline' },
      load: async () => ({ Page: (await import('./object-setting-pages.tsx')).PodSettingsPage }),
    },
    {
      path: '/setting/mon/volume-list',
      name: 'settingMonVolumeList',
      titleKey: 'routes.settingMonVolumeList',
      accepts: ['hostId'],
      menu: { section: 'settingsMonitoring', icon: 'mdi-database-outline' },
      load: async () => ({ Page: (await import('./object-setting-pages.tsx')).VolumeSettingsPage }),
    },
    {
      path: '/setting/mon/pvc-list',
      name: 'settingMonPvcList',
      titleKey: 'routes.settingMonPvcList',
      accepts: ['hostId'],
      menu: { section: 'settingsMonitoring', icon: 'mdi-database-marker-outline' },
      load: async () => ({ Page: (await import('./object-setting-pages.tsx')).PvcSettingsPage }),
    },
  ],
};
