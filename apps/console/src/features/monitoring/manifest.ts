import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

const summary = {
  titleKey: 'routes.monSummary',
  needs: ['hostId'],
  worksWithoutClusters: true,
  refreshes: true,
  load: async () => ({ Page: (await import('./cluster/cluster-page.tsx')).ClusterPage }),
} as const;

export const monitoring: FeatureManifest = {
  name: 'monitoring',
  layout: {
    under: '/mon',
    load: async () => ({ Layout: (await import('./mon-layout.tsx')).MonLayout }),
  },
  routes: [
    // The specification has both addresses for the same page.
    { path: '/mon', name: 'monitoring', ...summary },
    {
      path: '/mon/summary',
      name: 'monSummary',
      ...summary,
      clusterTab: 'monitoring.tabs.summary',
      menu: { section: 'page', icon: 'mdi-monitor-dashboard' },
    },
  ],
};
