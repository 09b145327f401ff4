import { LOGO_ROUTE_NAME } from '@gwanje/domain/access/permissions';
import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const logo: FeatureManifest = {
  name: 'logo',
  messages: () => import('./logo-messages.ts'),
  routes: [
    {
      path: '/setting/logo',
      name: LOGO_ROUTE_NAME,
      menu: { section: 'settingsLook', icon: 'mdi-image-outline' },
      load: async () => ({ Page: (await import('./logo-page.tsx')).LogoPage }),
    },
  ],
};
