import type { PlainKey } from '#core/i18n/i18n.ts';
import type { FeatureManifest, RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import type { HistoryTab } from './history-queries.ts';

type TitleName = Extract<PlainKey, `routes.${string}`> extends `routes.${infer Name}` ? Name : never;

function ofRecord(tab: HistoryTab, name: TitleName): RouteDeclaration {
  return {
    path: `/mon/node-history/pod-${tab}`,
    name,
    titleKey: `routes.${name}`,
    needs: ['hostId', 'nodeHistoryId'],
    load: async () => {
      const { RecordPage } = await import('./record/record-page.tsx');
      return { Page: RecordPage.bind(undefined, { tab }) };
    },
  };
}

export const nodeHistory: FeatureManifest = {
  name: 'nodeHistory',
  messages: () => import('./node-history-messages.ts'),
  routes: [
    {
      path: '/mon/node/history-list',
      name: 'monNodeHistoryList',
      titleKey: 'routes.monNodeHistoryList',
      needs: ['hostId', 'nodeId'],
      load: async () => ({ Page: (await import('./history-list-page.tsx')).HistoryListPage }),
    },
    { path: '/mon/node-history', name: 'monNodeHistory', redirectTo: '/mon/node-history/pod-summary' },
    ofRecord('summary', 'monNodeHistoryPodSummary'),
    ofRecord('cpu', 'monNodeHistoryPodCpu'),
    ofRecord('mem', 'monNodeHistoryPodMem'),
    ofRecord('disk', 'monNodeHistoryPodDisk'),
    ofRecord('network', 'monNodeHistoryPodNetwork'),
  ],
};
