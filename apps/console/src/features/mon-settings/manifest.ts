import { capitalised } from '@gwanje/kinds/definition/kind';
import { kindSegment } from '#core/i18n/kind-titles.ts';
import type { FeatureManifest, RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import { excludableViews } from '#entities/inventory/kind-views.ts';

export const monSettings: FeatureManifest = {
  name: 'monSettings',
  messages: () => import('./mon-setting-messages.ts'),
  routes: [
    { path: '/setting/mon', name: 'settingMon', redirectTo: '/setting/mon/cluster-list' },
    {
      path: '/setting/mon/cluster-list',
      name: 'settingMonClusterList',
      menu: { section: 'settingsMonitoring', icon: 'mdi-kubernetes' },
      load: async () => ({ Page: (await import('./clusters/cluster-list-page.tsx')).ClusterListPage }),
    },
    ...excludableViews.map(([kind, icon]): RouteDeclaration => {
      const segment = kindSegment(kind);
      return {
        path: `/setting/mon/${segment}-list`,
        name: `settingMon${capitalised(segment)}List` as const,
        accepts: ['hostId'],
        menu: { section: 'settingsMonitoring', icon },
        load: async () => ({ Page: (await import('./object-setting-pages.tsx')).settingsPages[kind].page }),
      };
    }),
  ],
};
