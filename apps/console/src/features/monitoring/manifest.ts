import type { PlainKey } from '#core/i18n/i18n.ts';
import type { FeatureManifest, RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import type { Tab } from './object/object-frame.tsx';

type TitleName = Extract<PlainKey, `routes.${string}`> extends `routes.${infer Name}` ? Name : never;

const summary = {
  titleKey: 'routes.monSummary',
  needs: ['hostId'],
  worksWithoutClusters: true,
  refreshes: true,
  load: async () => ({ Page: (await import('./cluster/cluster-page.tsx')).ClusterPage }),
} as const;

function ofNode(tab: Tab, name: TitleName): RouteDeclaration {
  return {
    path: `/mon/node/${tab}`,
    name,
    titleKey: `routes.${name}`,
    needs: ['hostId', 'nodeId'],
    refreshes: true,
    load: async () => {
      const { NodePage } = await import('./object/node-page.tsx');
      return { Page: NodePage.bind(undefined, { tab }) };
    },
  };
}

function ofPod(tab: Tab, name: TitleName): RouteDeclaration {
  return {
    path: `/mon/pod/${tab}`,
    name,
    titleKey: `routes.${name}`,
    needs: ['hostId', 'podId'],
    refreshes: true,
    load: async () => {
      const { PodPage } = await import('./object/pod-page.tsx');
      return { Page: PodPage.bind(undefined, { tab }) };
    },
  };
}

function ofContainer(tab: Tab, name: TitleName): RouteDeclaration {
  return {
    path: `/mon/container/${tab}`,
    name,
    titleKey: `routes.${name}`,
    needs: ['hostId', 'containerId'],
    refreshes: true,
    load: async () => {
      const { ContainerPage } = await import('./object/container-page.tsx');
      return { Page: ContainerPage.bind(undefined, { tab }) };
    },
  };
}

export const monitoring: FeatureManifest = {
  name: 'monitoring',
  layout: {
    under: '/mon',
    load: async () => ({ Layout: (await import('./mon-layout.tsx')).MonLayout }),
  },
  routes: [
    // The same content under the bare path: the specification has both.
    { path: '/mon', name: 'monitoring', ...summary },
    {
      path: '/mon/summary',
      name: 'monSummary',
      ...summary,
      menu: { section: 'page', icon: 'mdi-monitor-dashboard' },
    },
    { path: '/mon/node', name: 'monNode', redirectTo: '/mon/node/summary' },
    ofNode('summary', 'monNodeSummary'),
    ofNode('cpu', 'monNodeCpu'),
    ofNode('mem', 'monNodeMem'),
    ofNode('disk', 'monNodeDisk'),
    ofNode('network', 'monNodeNetwork'),
    { path: '/mon/pod', name: 'monPod', redirectTo: '/mon/pod/summary' },
    ofPod('summary', 'monPodSummary'),
    ofPod('cpu', 'monPodCpu'),
    ofPod('mem', 'monPodMem'),
    ofPod('disk', 'monPodDisk'),
    ofPod('network', 'monPodNetwork'),
    { path: '/mon/container', name: 'monContainer', redirectTo: '/mon/container/summary' },
    ofContainer('summary', 'monContainerSummary'),
    ofContainer('cpu', 'monContainerCpu'),
    ofContainer('mem', 'monContainerMem'),
    ofContainer('blockIO', 'monContainerBlockIO'),
  ],
};
