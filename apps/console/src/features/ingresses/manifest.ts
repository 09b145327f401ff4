import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';
import './ingress-messages.ts';

export const ingresses: FeatureManifest = {
  name: 'ingresses',
  routes: kindRoutes('ingress', {
    title: (page) => `ingresses.${page}`,
    tabGroup: 'network',
    list: async () => (await import('#entities/network/ingress-list.ts')).ingressList,
    page: async () => (await import('./ingress-page.tsx')).ingress,
  }),
};
