import { WALLBOARD_PATH } from '@gwanje/contract/dashboard/wallboards';
import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';
import type { BoardPages } from './boards.tsx';

/** `loadDashboard`: the dashboard with search conditions is a view of another feature, which the app passes in. */
export function customMain(loadDashboard: () => Promise<BoardPages>): FeatureManifest {
  return {
    name: 'custom-main',
    messages: () => import('./custom-main-messages.ts'),
    routes: [
      {
        path: '/custom-main',
        name: 'customMain',
        refreshes: true,
        menu: { section: 'page', icon: 'mdi-view-dashboard-edit-outline' },
        load: async () => {
          const [{ CustomMainPage }, { ConditionsDashboard }] = await Promise.all([
            import('./boards.tsx'),
            loadDashboard(),
          ]);
          return { Page: CustomMainPage.bind(undefined, { ConditionsDashboard }) };
        },
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
}
