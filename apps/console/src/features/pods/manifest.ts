import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';
import './pod-messages.ts';

export const pods: FeatureManifest = {
  name: 'pods',
  routes: kindRoutes('pod', {
    titles: {
      list: 'pods.list',
      tab: 'pods.tab',
      summary: 'pods.summary',
      cpu: 'pods.cpu',
      mem: 'pods.mem',
      disk: 'pods.disk',
      network: 'pods.network',
    },
    list: async () => (await import('#entities/inventory/pod-list.ts')).podList,
    page: async () => (await import('./pod-page.tsx')).pod,
  }),
};
