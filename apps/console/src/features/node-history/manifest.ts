import { capitalised } from '@gwanje/kinds/definition/kind';
import { kinds } from '@gwanje/kinds/registry';
import type { FeatureManifest, RouteDeclaration } from '#core/navigation/feature-manifest.ts';

export const nodeHistory: FeatureManifest = {
  name: 'nodeHistory',
  messages: () => import('./node-history-messages.ts'),
  routes: [
    {
      path: '/mon/node/history-list',
      name: 'monNodeHistoryList',
      needs: ['hostId', 'nodeId'],
      load: async () => ({ Page: (await import('./history-list-page.tsx')).HistoryListPage }),
    },
    { path: '/mon/node-history', name: 'monNodeHistory', redirectTo: '/mon/node-history/pod-summary' },
    ...kinds.node.tabs.map(
      (tab): RouteDeclaration => ({
        path: `/mon/node-history/pod-${tab}`,
        name: `monNodeHistoryPod${capitalised(tab)}` as const,
        needs: ['hostId', 'nodeHistoryId'],
        load: async () => {
          const { RecordPage } = await import('./record/record-page.tsx');
          return { Page: RecordPage.bind(undefined, { tab }) };
        },
      }),
    ),
  ],
};
