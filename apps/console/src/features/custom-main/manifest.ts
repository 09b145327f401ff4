import { WALLBOARD_PATH } from '@gwanje/contract/dashboard/wallboards';
import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const customMain: FeatureManifest = {
  name: 'custom-main',
  messages: () => import('./custom-main-messages.ts'),
  routes: [
    {
      path: '/custom-main',
      name: 'customMain',
      refreshes: true,
      menu: { section: 'page', icon: 'mdi-view-dashboard-edit-outline' },
      load: async () => ({ Page: (await import('./boards.tsx')).CustomMainPage }),
    },
    {
      path: WALLBOARD_PATH,
      name: 'wallboard',
      isBare: true,
      isOpen: true,
      load: async () => ({ Page: (await import('./wallboard/wallboard-page.tsx')).WallboardPage }),
    },
  ],
};
