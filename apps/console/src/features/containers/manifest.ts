import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';

export const containers: FeatureManifest = {
  name: 'containers',
  routes: kindRoutes('container', {
    listName: 'monContainerList',
    list: async () => (await import('#entities/inventory/container-list.ts')).containerList,
    name: 'monContainer',
    tabNames: {
      summary: 'monContainerSummary',
      cpu: 'monContainerCpu',
      mem: 'monContainerMem',
      blockIO: 'monContainerBlockIO',
    },
    page: async () => (await import('./container-page.tsx')).container,
  }),
};
