import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';

export const nodes: FeatureManifest = {
  name: 'nodes',
  routes: kindRoutes('node', {
    listName: 'monNodeList',
    list: async () => (await import('#entities/inventory/node-list.ts')).nodeList,
    name: 'monNode',
    tabNames: {
      summary: 'monNodeSummary',
      cpu: 'monNodeCpu',
      mem: 'monNodeMem',
      disk: 'monNodeDisk',
      network: 'monNodeNetwork',
    },
    page: async () => (await import('./node-page.tsx')).node,
  }),
};
