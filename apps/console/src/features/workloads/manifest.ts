import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';

export const workloads: FeatureManifest = {
  name: 'workloads',
  routes: kindRoutes('workload', {
    listName: 'monWorkloadList',
    list: async () => (await import('#entities/inventory/workload-list.ts')).workloadList,
    name: 'monWorkload',
    tabNames: {
      summary: 'monWorkloadSummary',
    },
    page: async () => (await import('./workload-page.tsx')).workload,
  }),
};
