import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';
import './pod-messages.ts';

export const pods: FeatureManifest = {
  name: 'pods',
  routes: kindRoutes('pod', {
    title: (page) => `pods.${page}`,
    list: async () => (await import('#entities/inventory/pod-list.ts')).podList,
    page: async () => (await import('./pod-page.tsx')).pod,
  }),
};
