import { kindFeature } from '#entities/object-page/kind-routes.ts';
import './node-messages.ts';

export const nodes = kindFeature('node', {
  title: (page) => `nodes.${page}`,
  list: async () => (await import('#entities/inventory/node-list.ts')).nodeList,
  page: async () => (await import('./node-page.tsx')).node,
});
