import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import { kindRoutes } from '#entities/object-page/kind-routes.ts';
import './service-messages.ts';

export const services: FeatureManifest = {
  name: 'services',
  routes: kindRoutes('service', {
    title: (page) => `services.${page}`,
    tabGroup: 'network',
    list: async () => (await import('#entities/network/service-list.ts')).serviceList,
    page: async () => (await import('./service-page.tsx')).service,
  }),
};
