import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';
import './namespace-messages.ts';

export const namespaces: FeatureManifest = {
  name: 'namespaces',
  routes: kindRoutes('namespace', {
    title: (page) => `namespaces.${page}`,
    list: async () => (await import('#entities/inventory/namespace-list.ts')).namespaceList,
    page: async () => (await import('./namespace-page.tsx')).namespace,
  }),
};
