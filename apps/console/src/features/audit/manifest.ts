import { AUDIT_ROUTE_NAME } from '@gwanje/domain/access/permissions';
import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const audit: FeatureManifest = {
  name: 'audit',
  messages: () => import('./audit-messages.ts'),
  routes: [
    {
      path: '/setting/audit',
      name: AUDIT_ROUTE_NAME,
      menu: { section: 'settingsSystem', icon: 'mdi-clipboard-text-clock-outline' },
      load: async () => ({ Page: (await import('./audit-page.tsx')).AuditPage }),
    },
    {
      path: '/my-activity',
      name: 'myActivity',
      menu: { section: 'page', icon: 'mdi-account-clock-outline' },
      load: async () => ({ Page: (await import('./audit-page.tsx')).OwnAuditPage }),
    },
  ],
};
