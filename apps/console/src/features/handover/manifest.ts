import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const handover: FeatureManifest = {
  name: 'handover',
  messages: () => import('./handover-messages.ts'),
  routes: [
    {
      path: '/handover',
      name: 'handover',
      accepts: ['handoverId'],
      menu: { section: 'page', icon: 'mdi-clipboard-arrow-right-outline' },
      load: async () => ({ Page: (await import('./handover-page.tsx')).HandoverPage }),
    },
  ],
};
