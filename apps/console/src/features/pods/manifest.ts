import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';
import { settingsRoute } from '#entities/object-settings/settings-route.ts';
import './pod-messages.ts';

const list = async () => (await import('#entities/inventory/pod-list.ts')).podList;

export const pods: FeatureManifest = {
  name: 'pods',
  routes: [
    ...kindRoutes('pod', {
      title: (page) => `pods.${page}`,
      list,
      page: async () => (await import('./pod-page.tsx')).pod,
    }),
    settingsRoute('pod', list),
  ],
};
