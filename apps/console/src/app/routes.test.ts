import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isRedirect, type RouteDeclaration } from '#core/navigation/feature-manifest.ts';
import { features } from './features.ts';
import { routeDataOf } from './route-data.ts';
import { createConsoleRouter } from './router.tsx';

// The chart library reads the screen's resolution on import.
beforeAll(() => {
  vi.stubGlobal('matchMedia', () => new EventTarget());
});

/** Every line of specification section 2. Routes without a specified name have a name of this project. */
const SPECIFIED = [
  ['/', 'dashboard'],
  ['/main', 'main'],
  ['/custom-main', 'customMain'],
  ['/mon', 'monitoring'],
  ['/mon/summary', 'monSummary'],
  ['/mon/node-list', 'monNodeList'],
  ['/mon/pod-list', 'monPodList'],
  ['/mon/container-list', 'monContainerList'],
  ['/mon/workload-list', 'monWorkloadList'],
  ['/mon/namespace-list', 'monNamespaceList'],
  ['/mon/service-list', 'monServiceList'],
  ['/mon/ingress-list', 'monIngressList'],
  ['/mon/autoscaler-list', 'monAutoscalerList'],
  ['/mon/disruptionBudget-list', 'monDisruptionBudgetList'],
  ['/mon/quota-list', 'monQuotaList'],
  ['/mon/event-list', 'monEventList'],
  ['/mon/node', 'monNode'],
  ['/mon/node/summary', 'monNodeSummary'],
  ['/mon/node/manifest', 'monNodeManifest'],
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
  ['/mon/pod/manifest', 'monPodManifest'],
  ['/mon/pod/cpu', 'monPodCpu'],
  ['/mon/pod/mem', 'monPodMem'],
  ['/mon/pod/disk', 'monPodDisk'],
  ['/mon/pod/network', 'monPodNetwork'],
  ['/mon/pod/log', 'monPodLog'],
  ['/mon/container', 'monContainer'],
  ['/mon/container/summary', 'monContainerSummary'],
  ['/mon/container/cpu', 'monContainerCpu'],
  ['/mon/container/mem', 'monContainerMem'],
  ['/mon/container/blockIO', 'monContainerBlockIO'],
  ['/mon/container/log', 'monContainerLog'],
  ['/mon/workload', 'monWorkload'],
  ['/mon/workload/summary', 'monWorkloadSummary'],
  ['/mon/workload/manifest', 'monWorkloadManifest'],
  ['/mon/workload/log', 'monWorkloadLog'],
  ['/mon/namespace', 'monNamespace'],
  ['/mon/namespace/summary', 'monNamespaceSummary'],
  ['/mon/namespace/manifest', 'monNamespaceManifest'],
  ['/mon/service', 'monService'],
  ['/mon/service/summary', 'monServiceSummary'],
  ['/mon/service/manifest', 'monServiceManifest'],
  ['/mon/ingress', 'monIngress'],
  ['/mon/ingress/summary', 'monIngressSummary'],
  ['/mon/ingress/manifest', 'monIngressManifest'],
  ['/mon/autoscaler', 'monAutoscaler'],
  ['/mon/autoscaler/summary', 'monAutoscalerSummary'],
  ['/mon/autoscaler/manifest', 'monAutoscalerManifest'],
  ['/mon/disruptionBudget', 'monDisruptionBudget'],
  ['/mon/disruptionBudget/summary', 'monDisruptionBudgetSummary'],
  ['/mon/disruptionBudget/manifest', 'monDisruptionBudgetManifest'],
  ['/mon/quota', 'monQuota'],
  ['/mon/quota/summary', 'monQuotaSummary'],
  ['/mon/quota/manifest', 'monQuotaManifest'],
  ['/mon/pv-pvc-list', 'monPvPvcList'],
  ['/event-list', 'eventList'],
  ['/alarm-list', 'alarmList'],
  ['/duty', 'duty'],
  ['/handover', 'handover'],
  ['/setting/mon', 'settingMon'],
  ['/setting/mon/cluster-list', 'settingMonClusterList'],
  ['/setting/mon/node-list', 'settingMonNodeList'],
  ['/setting/mon/pod-list', 'settingMonPodList'],
  ['/setting/mon/volume-list', 'settingMonVolumeList'],
  ['/setting/mon/pvc-list', 'settingMonPvcList'],
  ['/setting/mon/workload-list', 'settingMonWorkloadList'],
  ['/setting/mon/autoscaler-list', 'settingMonAutoscalerList'],
  ['/setting/mon/disruptionBudget-list', 'settingMonDisruptionBudgetList'],
  ['/setting/mon/quota-list', 'settingMonQuotaList'],
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
  ['/setting/alarm/workload-item', 'settingAlarmWorkloadItem'],
  ['/setting/alarm/autoscaler-item', 'settingAlarmAutoscalerItem'],
  ['/setting/alarm/disruptionBudget-item', 'settingAlarmDisruptionBudgetItem'],
  ['/setting/alarm/quota-item', 'settingAlarmQuotaItem'],
  ['/setting/group', 'settingGroup'],
  ['/setting/group/meta-list', 'settingGroupMetaList'],
  ['/setting/group/sub-list', 'settingGroupSubList'],
  ['/setting/group/sub', 'settingGroupSub'],
  ['/setting/alarm-template', 'settingAlarmTemplate'],
  ['/setting/duty', 'settingDuty'],
  ['/setting/user', 'settingUser'],
  ['/setting/user/registration', 'settingUserRegistration'],
  ['/setting/logo', 'settingLogo'],
  ['/setting/access-token', 'settingAccessToken'],
  ['/setting/audit', 'settingAudit'],
  ['/setting/security', 'settingSecurity'],
  ['/setting/sign-on', 'settingSignOn'],
  ['/setting/personal-data', 'settingPersonalData'],
  ['/my-activity', 'myActivity'],
  ['/my-notifications', 'myNotifications'],
  ['/my-data', 'myData'],
  ['/setting/installation', 'settingInstallation'],
  ['/wallboard', 'wallboard'],
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
  'monNodeManifest',
  'monNodeCpu',
  'monNodeMem',
  'monNodeDisk',
  'monNodeNetwork',
  'monPodSummary',
  'monPodManifest',
  'monPodCpu',
  'monPodMem',
  'monPodDisk',
  'monPodNetwork',
  'monContainerSummary',
  'monContainerCpu',
  'monContainerMem',
  'monContainerBlockIO',
  'monWorkloadSummary',
  'monWorkloadManifest',
  'monNamespaceSummary',
  'monNamespaceManifest',
  'monServiceSummary',
  'monServiceManifest',
  'monIngressSummary',
  'monIngressManifest',
  'monAutoscalerSummary',
  'monAutoscalerManifest',
  'monDisruptionBudgetSummary',
  'monDisruptionBudgetManifest',
  'monQuotaSummary',
  'monQuotaManifest',
  'realtimeDetection',
];

/** Parent paths without a page and their redirect targets: first those of the specification. */
const REDIRECTS = {
  '/setting/mon': '/setting/mon/cluster-list',
  '/setting/group': '/setting/group/meta-list',
  '/mon/node': '/mon/node/summary',
  '/mon/pod': '/mon/pod/summary',
  '/mon/container': '/mon/container/summary',
  '/mon/workload': '/mon/workload/summary',
  '/mon/namespace': '/mon/namespace/summary',
  '/mon/service': '/mon/service/summary',
  '/mon/ingress': '/mon/ingress/summary',
  '/mon/autoscaler': '/mon/autoscaler/summary',
  '/mon/disruptionBudget': '/mon/disruptionBudget/summary',
  '/mon/quota': '/mon/quota/summary',
  '/mon/node-history': '/mon/node-history/pod-summary',
  '/setting/alarm': '/setting/alarm/cluster-item',
};

const ofCluster = ['hostId'];
const ofNode = ['hostId', 'nodeId'];
const ofNodeHistory = ['hostId', 'nodeHistoryId'];
const ofPod = ['hostId', 'podId'];
const ofContainer = ['hostId', 'containerId'];

/** The ids that a page requires; other pages require none. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  '/mon': ofCluster,
  '/mon/summary': ofCluster,
  '/mon/node-list': ofCluster,
  '/mon/pod-list': ofCluster,
  '/mon/container-list': ofCluster,
  '/mon/workload-list': ofCluster,
  '/mon/namespace-list': ofCluster,
  '/mon/service-list': ofCluster,
  '/mon/ingress-list': ofCluster,
  '/mon/autoscaler-list': ofCluster,
  '/mon/disruptionBudget-list': ofCluster,
  '/mon/quota-list': ofCluster,
  '/mon/workload/summary': ['hostId', 'workloadId'],
  '/mon/workload/manifest': ['hostId', 'workloadId'],
  '/mon/workload/log': ['hostId', 'workloadId'],
  '/mon/namespace/summary': ['hostId', 'namespaceId'],
  '/mon/namespace/manifest': ['hostId', 'namespaceId'],
  '/mon/service/summary': ['hostId', 'serviceId'],
  '/mon/service/manifest': ['hostId', 'serviceId'],
  '/mon/ingress/summary': ['hostId', 'ingressId'],
  '/mon/ingress/manifest': ['hostId', 'ingressId'],
  '/mon/autoscaler/summary': ['hostId', 'autoscalerId'],
  '/mon/autoscaler/manifest': ['hostId', 'autoscalerId'],
  '/mon/disruptionBudget/summary': ['hostId', 'disruptionBudgetId'],
  '/mon/disruptionBudget/manifest': ['hostId', 'disruptionBudgetId'],
  '/mon/quota/summary': ['hostId', 'quotaId'],
  '/mon/quota/manifest': ['hostId', 'quotaId'],
  '/mon/event-list': ofCluster,
  '/mon/pv-pvc-list': ofCluster,
  '/mon/node/summary': ofNode,
  '/mon/node/manifest': ofNode,
  '/mon/node/cpu': ofNode,
  '/mon/node/mem': ofNode,
  '/mon/node/disk': ofNode,
  '/mon/node/network': ofNode,
  '/mon/node/history-list': ofNode,
  '/mon/node-history/pod-summary': ofNodeHistory,
  '/mon/node-history/pod-cpu': ofNodeHistory,
  '/mon/node-history/pod-mem': ofNodeHistory,
  '/mon/node-history/pod-disk': ofNodeHistory,
  '/mon/node-history/pod-network': ofNodeHistory,
  '/mon/pod/summary': ofPod,
  '/mon/pod/manifest': ofPod,
  '/mon/pod/cpu': ofPod,
  '/mon/pod/mem': ofPod,
  '/mon/pod/disk': ofPod,
  '/mon/pod/network': ofPod,
  '/mon/pod/log': ofPod,
  '/mon/container/summary': ofContainer,
  '/mon/container/cpu': ofContainer,
  '/mon/container/mem': ofContainer,
  '/mon/container/blockIO': ofContainer,
  '/mon/container/log': ofContainer,
  '/setting/host/agent-install': ofCluster,
  '/setting/host/agent-install/aks': ofCluster,
  '/setting/host/agent-install/eks': ofCluster,
  '/setting/host/agent-install/gke': ofCluster,
  '/setting/host/agent-install/onprem': ofCluster,
  '/setting/alarm/cluster-item': ofCluster,
  '/setting/alarm/node-item': ofNode,
  '/setting/alarm/pod-item': ofPod,
  '/setting/alarm/volume-item': ['hostId', 'volumeId'],
  '/setting/alarm/pvc-item': ['hostId', 'pvcId'],
  '/setting/alarm/workload-item': ['hostId', 'workloadId'],
  '/setting/alarm/autoscaler-item': ['hostId', 'autoscalerId'],
  '/setting/alarm/disruptionBudget-item': ['hostId', 'disruptionBudgetId'],
  '/setting/alarm/quota-item': ['hostId', 'quotaId'],
  '/setting/group/sub': ['subGroupId'],
};

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

  it('requires only the ids that the specification and the design name', () => {
    const needs = declared.flatMap((route) => (route.needs?.length ? [[route.path, route.needs]] : []));
    expect(Object.fromEntries(needs)).toEqual(NEEDS);
  });

  it('opens only the summary without clusters', () => {
    const withoutClusters = pages.filter((page) => page.worksWithoutClusters).map((page) => page.path);
    expect(withoutClusters).toEqual(['/mon', '/mon/summary']);
  });

  it('redirects each parent path without a page to its first child', () => {
    const redirects = declared.filter(isRedirect).map(({ path, redirectTo }) => [path, redirectTo]);
    expect(Object.fromEntries(redirects)).toEqual({
      ...REDIRECTS,
      // Finds the tab of the cluster's platform.
      '/setting/host/agent-install': expect.any(Function),
    });
    const paths = new Set(pages.map((page) => page.path));
    for (const target of Object.values(REDIRECTS)) expect(paths.has(target), target).toBe(true);
  });

  it('shows only the realtime window and the wallboard entry without a header', () => {
    expect(pages.filter((page) => page.isBare).map((page) => page.path)).toEqual([
      '/wallboard',
      '/realtime-detection',
    ]);
  });

  it('opens only the wallboard entry without a login', () => {
    expect(pages.filter((page) => page.isOpen).map((page) => page.path)).toEqual(['/wallboard']);
  });

  it.each(pages.map((page) => [page.path, page] as const))('%s has a page to load', async (_path, page) => {
    expect(await page.load()).toMatchObject({ Page: expect.any(Function) });
  });
});
