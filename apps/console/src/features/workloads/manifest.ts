import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';
import { settingsRoute } from '#entities/object-settings/settings-route.ts';
import './workload-messages.ts';

const list = async () => (await import('#entities/inventory/workload-list.ts')).workloadList;

export const workloads: FeatureManifest = {
  name: 'workloads',
  routes: [
    ...kindRoutes('workload', {
      title: (page) => `workloads.${page}`,
      list,
      page: async () => (await import('./workload-page.tsx')).workload,
    }),
    settingsRoute('workload', list),
  ],
};
