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

const pages = {
  node: async () => (await import('./object/node-page.tsx')).NodePage,
  pod: async () => (await import('./object/pod-page.tsx')).PodPage,
  container: async () => (await import('./object/container-page.tsx')).ContainerPage,
};

function objectRoute(kind: keyof typeof pages, tab: Tab, name: TitleName): RouteDeclaration {
  return {
    path: `/mon/${kind}/${tab}`,
    name,
    titleKey: `routes.${name}`,
    needs: ['hostId', `${kind}Id`],
    refreshes: true,
    load: async () => {
      const Page = await pages[kind]();
      return { Page: Page.bind(undefined, { tab }) };
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
    objectRoute('node', 'summary', 'monNodeSummary'),
    objectRoute('node', 'cpu', 'monNodeCpu'),
    objectRoute('node', 'mem', 'monNodeMem'),
    objectRoute('node', 'disk', 'monNodeDisk'),
    objectRoute('node', 'network', 'monNodeNetwork'),
    { path: '/mon/pod', name: 'monPod', redirectTo: '/mon/pod/summary' },
    objectRoute('pod', 'summary', 'monPodSummary'),
    objectRoute('pod', 'cpu', 'monPodCpu'),
    objectRoute('pod', 'mem', 'monPodMem'),
    objectRoute('pod', 'disk', 'monPodDisk'),
    objectRoute('pod', 'network', 'monPodNetwork'),
    { path: '/mon/container', name: 'monContainer', redirectTo: '/mon/container/summary' },
    objectRoute('container', 'summary', 'monContainerSummary'),
    objectRoute('container', 'cpu', 'monContainerCpu'),
    objectRoute('container', 'mem', 'monContainerMem'),
    objectRoute('container', 'blockIO', 'monContainerBlockIO'),
  ],
};
