import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';
import './container-messages.ts';

export const containers: FeatureManifest = {
  name: 'containers',
  routes: kindRoutes('container', {
    title: (page) => `containers.${page}`,
    list: async () => (await import('#entities/inventory/container-list.ts')).containerList,
    page: async () => (await import('./container-page.tsx')).container,
  }),
};
