import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';

export const namespaces: FeatureManifest = {
  name: 'namespaces',
  messages: () => import('./namespace-messages.ts'),
  routes: kindRoutes('namespace', {
    listName: 'monNamespaceList',
    list: async () => (await import('#entities/inventory/namespace-list.ts')).namespaceList,
    name: 'monNamespace',
    tabNames: {
      summary: 'monNamespaceSummary',
    },
    page: async () => (await import('./namespace-page.tsx')).namespace,
  }),
};
