import { kindFeature } from '#entities/object-page/kind-routes.ts';
import './namespace-messages.ts';

export const namespaces = kindFeature('namespace', {
  title: (page) => `namespaces.${page}`,
  list: async () => (await import('#entities/inventory/namespace-list.ts')).namespaceList,
  page: async () => (await import('./namespace-page.tsx')).namespace,
});
