import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';

export const pods: FeatureManifest = {
  name: 'pods',
  routes: kindRoutes('pod', {
    listName: 'monPodList',
    list: async () => (await import('#entities/inventory/pod-list.ts')).podList,
    name: 'monPod',
    tabNames: {
      summary: 'monPodSummary',
      cpu: 'monPodCpu',
      mem: 'monPodMem',
      disk: 'monPodDisk',
      network: 'monPodNetwork',
    },
    page: async () => (await import('./pod-page.tsx')).pod,
  }),
};
