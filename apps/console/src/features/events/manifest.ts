import type { FeatureManifest } from '#core/navigation/feature-manifest.ts';

export const events: FeatureManifest = {
  name: 'events',
  messages: () => import('./event-messages.ts'),
  routes: [
    {
      path: '/mon/event-list',
      name: 'monEventList',
      clusterTab: 'monitoring.tabs.events',
      needs: ['hostId'],
      menu: { section: 'page', icon: 'mdi-calendar-text-outline' },
      load: async () => ({ Page: (await import('./event-pages.tsx')).ClusterEventsPage }),
    },
    {
      path: '/event-list',
      name: 'eventList',
      menu: { section: 'page', icon: 'mdi-calendar-multiple' },
      load: async () => ({ Page: (await import('./event-pages.tsx')).AllEventsPage }),
    },
  ],
};
