import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';
import './container-messages.ts';

export const containers: FeatureManifest = {
  name: 'containers',
  routes: kindRoutes('container', {
    titles: {
      list: 'containers.list',
      tab: 'containers.tab',
      summary: 'containers.summary',
      cpu: 'containers.cpu',
      mem: 'containers.mem',
      blockIO: 'containers.blockIO',
    },
    list: async () => (await import('#entities/inventory/container-list.ts')).containerList,
    page: async () => (await import('./container-page.tsx')).container,
  }),
};
