import { kindFeature } from '#entities/object-page/kind-routes.ts';
import './workload-messages.ts';

export const workloads = kindFeature('workload', {
  title: (page) => `workloads.${page}`,
  list: async () => (await import('#entities/inventory/workload-list.ts')).workloadList,
  page: async () => (await import('./workload-page.tsx')).workload,
});
