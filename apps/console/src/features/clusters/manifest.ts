import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const clusters: FeatureManifest = {
  name: 'clusters',
  messages: () => import('./cluster-messages.ts'),
  routes: [
    {
      path: '/setting/host/cluster-create',
      name: 'settingHostClusterCreate',
      titleKey: 'routes.settingHostClusterCreate',
      accepts: ['metaGroupId', 'subGroupId'],
      menu: { section: 'settingsMonitoring', icon: 'mdi-plus-box-outline' },
      load: async () => ({ Page: (await import('./cluster-create-page.tsx')).ClusterCreatePage }),
    },
    {
      path: '/setting/host/agent-install',
      name: 'settingHostAgentInstall',
      redirectTo: '/setting/host/agent-install/aks',
    },
    ...(['Aks', 'Eks', 'Gke', 'Onprem'] as const).map((kind) => ({
      path: `/setting/host/agent-install/${kind.toLowerCase()}`,
      name: `settingHostAgentInstall${kind}`,
      titleKey: 'routes.settingHostAgentInstall' as const,
      needs: ['hostId'] as const,
      load: async () => ({ Page: (await import('./install/agent-install-page.tsx'))[`${kind}InstallPage`] }),
    })),
  ],
};
