import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';
import './node-messages.ts';

export const nodes: FeatureManifest = {
  name: 'nodes',
  routes: kindRoutes('node', {
    title: (page) => `nodes.${page}`,
    list: async () => (await import('#entities/inventory/node-list.ts')).nodeList,
    page: async () => (await import('./node-page.tsx')).node,
  }),
};
