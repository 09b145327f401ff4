import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';
import { settingsRoute } from '#entities/object-settings/settings-route.ts';
import './node-messages.ts';

const list = async () => (await import('#entities/inventory/node-list.ts')).nodeList;

export const nodes: FeatureManifest = {
  name: 'nodes',
  routes: [
    ...kindRoutes('node', {
      title: (page) => `nodes.${page}`,
      list,
      page: async () => (await import('./node-page.tsx')).node,
    }),
    settingsRoute('node', list),
  ],
};
