import { SECURITY_ROUTE_NAME } from '@gwanje/domain/access/permissions';
import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const security: FeatureManifest = {
  name: 'security',
  messages: () => import('./security-messages.ts'),
  routes: [
    {
      path: '/setting/security',
      name: SECURITY_ROUTE_NAME,
      menu: { section: 'settingsAccess', icon: 'mdi-shield-lock-outline' },
      load: async () => ({ Page: (await import('./security-page.tsx')).SecurityPage }),
    },
  ],
};
