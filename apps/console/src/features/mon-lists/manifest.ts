import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const monLists: FeatureManifest = {
  name: 'monLists',
  routes: [
    {
      path: '/mon/node-list',
      name: 'monNodeList',
      titleKey: 'routes.monNodeList',
      needs: ['hostId'],
      menu: { section: 'page', icon: 'mdi-server' },
      load: async () => ({ Page: (await import('./list-pages.tsx')).NodeListPage }),
    },
    {
      path: '/mon/pod-list',
      name: 'monPodList',
      titleKey: 'routes.monPodList',
      needs: ['hostId'],
      menu: { section: 'page', icon: 'mdi-cube-outline' },
      load: async () => ({ Page: (await import('./list-pages.tsx')).PodListPage }),
    },
    {
      path: '/mon/container-list',
      name: 'monContainerList',
      titleKey: 'routes.monContainerList',
      needs: ['hostId'],
      menu: { section: 'page', icon: 'mdi-docker' },
      load: async () => ({ Page: (await import('./list-pages.tsx')).ContainerListPage }),
    },
    {
      path: '/mon/pv-pvc-list',
      name: 'monPvPvcList',
      titleKey: 'routes.monPvPvcList',
      needs: ['hostId'],
      menu: { section: 'page', icon: 'mdi-database-outline' },
      load: async () => ({ Page: (await import('./volumes-page.tsx')).VolumesPage }),
    },
  ],
};
