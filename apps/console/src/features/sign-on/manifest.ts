import { SIGN_ON_ROUTE_NAME } from '@gwanje/domain/access/permissions';
import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const signOn: FeatureManifest = {
  name: 'signOn',
  messages: () => import('./sign-on-messages.ts'),
  routes: [
    {
      path: '/setting/sign-on',
      name: SIGN_ON_ROUTE_NAME,
      menu: { section: 'settingsAccess', icon: 'mdi-login-variant' },
      load: async () => ({ Page: (await import('./sign-on-page.tsx')).SignOnPage }),
    },
  ],
};
