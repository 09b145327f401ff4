import { kindFeature } from '#entities/object-page/kind-routes.ts';
import './pod-messages.ts';

export const pods = kindFeature('pod', {
  title: (page) => `pods.${page}`,
  list: async () => (await import('#entities/inventory/pod-list.ts')).podList,
  page: async () => (await import('./pod-page.tsx')).pod,
});
