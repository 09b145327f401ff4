import { kindFeature } from '#entities/object-page/kind-routes.ts';
import './quota-messages.ts';

export const quotas = kindFeature('quota', {
  title: (page) => `quotas.${page}`,
  tabGroup: 'policy',
  list: async () => (await import('#entities/policies/quota-list.ts')).quotaList,
  page: async () => (await import('./quota-page.tsx')).quota,
});
