import { PERSONAL_DATA_ROUTE_NAME } from '@gwanje/domain/access/permissions';
import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const personalData: FeatureManifest = {
  name: 'personalData',
  messages: () => import('./personal-data-messages.ts'),
  routes: [
    {
      path: '/setting/personal-data',
      name: PERSONAL_DATA_ROUTE_NAME,
      menu: { section: 'settingsAccess', icon: 'mdi-card-account-details-outline' },
      load: async () => ({ Page: (await import('./erasures-page.tsx')).ErasuresPage }),
    },
    {
      path: '/my-data',
      name: 'myData',
      menu: { section: 'page', icon: 'mdi-card-account-details-outline' },
      load: async () => ({ Page: (await import('./own-data-page.tsx')).OwnDataPage }),
    },
  ],
};
