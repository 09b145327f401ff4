import { kindFeature } from '#entities/object-page/kind-routes.ts';
import './autoscaler-messages.ts';

export const autoscalers = kindFeature('autoscaler', {
  title: (page) => `autoscalers.${page}`,
  tabGroup: 'policy',
  list: async () => (await import('#entities/policies/autoscaler-list.ts')).autoscalerList,
  page: async () => (await import('./autoscaler-page.tsx')).autoscaler,
});
