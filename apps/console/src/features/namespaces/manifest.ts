import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';
import { settingsRoute } from '#entities/object-settings/settings-route.ts';
import './namespace-messages.ts';

const list = async () => (await import('#entities/inventory/namespace-list.ts')).namespaceList;

export const namespaces: FeatureManifest = {
  name: 'namespaces',
  routes: [
    ...kindRoutes('namespace', {
      title: (page) => `namespaces.${page}`,
      list,
      page: async () => (await import('./namespace-page.tsx')).namespace,
    }),
    settingsRoute('namespace', list),
  ],
};
