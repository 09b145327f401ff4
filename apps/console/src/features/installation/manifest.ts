import { INSTALLATION_ROUTE_NAME } from '@gwanje/domain/access/permissions';
import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const installation: FeatureManifest = {
  name: 'installation',
  messages: () => import('./installation-messages.ts'),
  routes: [
    {
      path: '/setting/installation',
      name: INSTALLATION_ROUTE_NAME,
      menu: { section: 'settingsSystem', icon: 'mdi-heart-pulse' },
      load: async () => ({ Page: (await import('./installation-page.tsx')).InstallationPage }),
    },
  ],
};
