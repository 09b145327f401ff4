// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { isRedirect, type RouteDeclaration } from '#shared/feature-manifest.ts';
import { features } from './features.ts';
import { routeDataOf } from './route-data.ts';
import { createConsoleRouter } from './router.tsx';

/** Specification section 2, line by line; names it does not give are ours. */
const SPECIFIED = [
  ['/', 'dashboard'],
  ['/main', 'main'],
  ['/custom-main', 'customMain'],
  ['/mon', 'monitoring'],
  ['/mon/summary', 'monSummary'],
  ['/mon/node-list', 'monNodeList'],
  ['/mon/pod-list', 'monPodList'],
  ['/mon/container-list', 'monContainerList'],
  ['/mon/event-list', 'monEventList'],
  ['/mon/node', 'monNode'],
  ['/mon/node/summary', 'monNodeSummary'],
  ['/mon/node/cpu', 'monNodeCpu'],
  ['/mon/node/mem', 'monNodeMem'],
  ['/mon/node/disk', 'monNodeDisk'],
  ['/mon/node/network', 'monNodeNetwork'],
  ['/mon/node/history-list', 'monNodeHistoryList'],
  ['/mon/node-history', 'monNodeHistory'],
  ['/mon/node-history/pod-summary', 'monNodeHistoryPodSummary'],
  ['/mon/node-history/pod-cpu', 'monNodeHistoryPodCpu'],
  ['/mon/node-history/pod-mem', 'monNodeHistoryPodMem'],
  ['/mon/node-history/pod-disk', 'monNodeHistoryPodDisk'],
  ['/mon/node-history/pod-network', 'monNodeHistoryPodNetwork'],
  ['/mon/pod', 'monPod'],
  ['/mon/pod/summary', 'monPodSummary'],
  ['/mon/pod/cpu', 'monPodCpu'],
  ['/mon/pod/mem', 'monPodMem'],
  ['/mon/pod/disk', 'monPodDisk'],
  ['/mon/pod/network', 'monPodNetwork'],
  ['/mon/container', 'monContainer'],
  ['/mon/container/summary', 'monContainerSummary'],
  ['/mon/container/cpu', 'monContainerCpu'],
  ['/mon/container/mem', 'monContainerMem'],
  ['/mon/container/blockIO', 'monContainerBlockIO'],
  ['/mon/pv-pvc-list', 'monPvPvcList'],
  ['/event-list', 'eventList'],
  ['/alarm-list', 'alarmList'],
  ['/setting/mon', 'settingMon'],
  ['/setting/mon/cluster-list', 'settingMonClusterList'],
  ['/setting/mon/node-list', 'settingMonNodeList'],
  ['/setting/mon/pod-list', 'settingMonPodList'],
  ['/setting/mon/volume-list', 'settingMonVolumeList'],
  ['/setting/mon/pvc-list', 'settingMonPvcList'],
  ['/setting/mon/event-alarm-list', 'settingMonEventAlarmList'],
  ['/setting/host/cluster-create', 'settingHostClusterCreate'],
  ['/setting/host/agent-install', 'settingHostAgentInstall'],
  ['/setting/host/agent-install/aks', 'settingHostAgentInstallAks'],
  ['/setting/host/agent-install/eks', 'settingHostAgentInstallEks'],
  ['/setting/host/agent-install/gke', 'settingHostAgentInstallGke'],
  ['/setting/host/agent-install/onprem', 'settingHostAgentInstallOnprem'],
  ['/setting/alarm', 'settingAlarm'],
  ['/setting/alarm/cluster-item', 'settingAlarmClusterItem'],
  ['/setting/alarm/node-item', 'settingAlarmNodeItem'],
  ['/setting/alarm/pod-item', 'settingAlarmPodItem'],
  ['/setting/alarm/volume-item', 'settingAlarmVolumeItem'],
  ['/setting/alarm/pvc-item', 'settingAlarmPvcItem'],
  ['/setting/group', 'settingGroup'],
  ['/setting/group/meta-list', 'settingGroupMetaList'],
  ['/setting/group/sub-list', 'settingGroupSubList'],
  ['/setting/group/sub', 'settingGroupSub'],
  ['/setting/alarm-template', 'settingAlarmTemplate'],
  ['/setting/user', 'settingUser'],
  ['/setting/user/registration', 'settingUserRegistration'],
  ['/setting/logo', 'settingLogo'],
  ['/realtime-detection', 'realtimeDetection'],
  ['/maintenance', 'maintenance'],
  ['/no/such/path', 'error'],
  ['/settings', 'error'],
] as const;

const REFRESHING = [
  'customMain',
  'monitoring',
  'monSummary',
  'monNodeSummary',
  'monNodeCpu',
  'monNodeMem',
  'monNodeDisk',
  'monNodeNetwork',
  'monPodSummary',
  'monPodCpu',
  'monPodMem',
  'monPodDisk',
  'monPodNetwork',
  'monContainerSummary',
  'monContainerCpu',
  'monContainerMem',
  'monContainerBlockIO',
  'realtimeDetection',
];

const router = createConsoleRouter(features);
const declared = features.flatMap((feature) => feature.routes);
const pages = declared.filter((route): route is RouteDeclaration => !isRedirect(route));

describe('the route table', () => {
  it.each(SPECIFIED)('%s is %s', (path, name) => {
    expect(routeDataOf(router.matchRoutes(path, {})).name).toBe(name);
  });

  it('has each path and each name once', () => {
    const paths = declared.map((route) => route.path);
    const names = declared.map((route) => route.name);
    expect(paths).toEqual([...new Set(paths)]);
    expect(names).toEqual([...new Set(names)]);
  });

  it("has 'setting' in the name of every settings page, and of no other", () => {
    for (const { path, name } of declared)
      expect(name.includes('setting'), path).toBe(path.startsWith('/setting'));
  });

  it('refreshes the pages that the specification and the design name, and no other', () => {
    const refreshing = pages.filter((page) => page.refreshes).map((page) => page.name);
    expect(refreshing.sort()).toEqual([...REFRESHING].sort());
  });

  it('needs a cluster on every page under /mon, and opens only the summary without one', () => {
    const ofMon = pages.filter((page) => page.path === '/mon' || page.path.startsWith('/mon/'));
    expect(ofMon.filter((page) => !page.needs?.includes('hostId')).map((page) => page.path)).toEqual([]);
    const withoutClusters = pages.filter((page) => page.worksWithoutClusters).map((page) => page.path);
    expect(withoutClusters).toEqual(['/mon', '/mon/summary']);
  });

  it('leads every redirect to a page', () => {
    const paths = new Set(pages.map((page) => page.path));
    for (const route of declared)
      if (isRedirect(route)) expect(paths.has(route.redirectTo), route.path).toBe(true);
  });

  it('shows the realtime window alone without a header', () => {
    expect(pages.filter((page) => page.isBare).map((page) => page.path)).toEqual(['/realtime-detection']);
  });

  it.each(pages.map((page) => [page.path, page] as const))('%s has a page to load', async (_path, page) => {
    expect(await page.load()).toMatchObject({ Page: expect.any(Function) });
  });
});
