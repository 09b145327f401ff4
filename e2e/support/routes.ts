import { HostId } from '@gwanje/contract/definition/fields';
import { listAutoscalers } from '@gwanje/kinds/autoscaler/calls';
import { listClaims } from '@gwanje/kinds/claim/calls';
import { listContainerNames } from '@gwanje/kinds/container/calls';
import { listDisruptionBudgets } from '@gwanje/kinds/disruption-budget/calls';
import { listIngresses } from '@gwanje/kinds/ingress/calls';
import { listNamespaces } from '@gwanje/kinds/namespace/calls';
import { listNodeNames } from '@gwanje/kinds/node/calls';
import { listNodeHistory } from '@gwanje/kinds/node/history-calls';
import { listPodNames } from '@gwanje/kinds/pod/calls';
import { listQuotas } from '@gwanje/kinds/quota/calls';
import type { PageKind } from '@gwanje/kinds/registry';
import { listServices } from '@gwanje/kinds/service/calls';
import { listVolumes } from '@gwanje/kinds/volume/calls';
import { listWorkloads } from '@gwanje/kinds/workload/calls';
import { OwnCluster } from './agent.ts';
import { Api } from './api.ts';
import { subGroup } from './groups.ts';

const MINUTE_MS = 60_000;

export interface Ids {
  readonly hostId: number;
  readonly nodeId: number;
  readonly podId: number;
  readonly containerId: number;
  readonly nodeHistoryId: number;
  readonly volumeId: number;
  readonly pvcId: number;
  readonly workloadId: number;
  readonly namespaceId: number;
  readonly serviceId: number;
  readonly ingressId: number;
  readonly autoscalerId: number;
  readonly disruptionBudgetId: number;
  readonly quotaId: number;
  readonly metaGroupId: number;
  readonly subGroupId: number;
}

export interface Route {
  readonly path: string;
  /** The end of the window's title, before the product's name. */
  readonly title: string;
  /** A part of the page's heading, if it differs from the title. */
  readonly heading?: string;
  /** Content to wait for: a text, or the name of a chart; absent: the content depends on the demo. */
  readonly content?: string;
  readonly ids?: readonly (keyof Ids)[];
}

const CLUSTER = 'routes';
const NODE = '-node';
export const POD = 'web-0';
const CLAIM = 'data-web-0';
const WORKLOAD = 'web-deployment';
const NAMESPACE = 'shop';
const EVENT = 'Back-off restarting main';
/** All four accounts see the clusters of this group. */
const GROUP = '운영';
const TABS = {
  summary: '요약',
  cpu: 'CPU',
  mem: '메모리',
  disk: '디스크',
  network: '네트워크',
  blockIO: '블록 I/O',
} as const;
/** Charts of the metrics that the test's agent sends. */
const CHARTS: Partial<Record<keyof typeof TABS, string>> = { cpu: 'CPU 사용량', mem: '메모리 사용량' };
const RESOURCE_TABS = ['summary', 'cpu', 'mem', 'disk', 'network'] as const;
const HISTORY = ['hostId', 'nodeId', 'nodeHistoryId'] as const;

/** Every monitoring page. */
export const MONITORING: readonly Route[] = [
  { ...page('대시보드', '/main'), content: '맵' },
  page('사용자 정의 대시보드', '/custom-main'),
  { ...page('클러스터 요약', '/mon', ['hostId']), heading: CLUSTER, content: 'CPU 사용량' },
  { ...page('클러스터 요약', '/mon/summary', ['hostId']), heading: CLUSTER, content: 'CPU 사용량' },
  { ...page('노드 목록', '/mon/node-list', ['hostId']), content: NODE },
  { ...page('파드 목록', '/mon/pod-list', ['hostId']), content: POD },
  { ...page('컨테이너 목록', '/mon/container-list', ['hostId']), content: POD },
  { ...page('워크로드 목록', '/mon/workload-list', ['hostId']), content: WORKLOAD },
  { ...page('네임스페이스 목록', '/mon/namespace-list', ['hostId']), content: NAMESPACE },
  { ...page('서비스 목록', '/mon/service-list', ['hostId']), content: WORKLOAD },
  { ...page('인그레스 목록', '/mon/ingress-list', ['hostId']), content: WORKLOAD },
  { ...page('오토스케일러(HPA) 목록', '/mon/autoscaler-list', ['hostId']), content: WORKLOAD },
  { ...page('중단 예산(PDB) 목록', '/mon/disruptionBudget-list', ['hostId']), content: WORKLOAD },
  { ...page('할당량(Quota) 목록', '/mon/quota-list', ['hostId']), content: WORKLOAD },
  { ...page('클러스터 이벤트', '/mon/event-list', ['hostId']), content: EVENT },
  { ...page('PV · PVC 목록', '/mon/pv-pvc-list', ['hostId']), content: CLAIM },
  ...objectPages('node', NODE, RESOURCE_TABS),
  { ...page('노드 이력', '/mon/node/history-list', ['hostId', 'nodeId']), content: 'Ready' },
  ...RESOURCE_TABS.map((tab) => ({
    path: `/mon/node-history/pod-${tab}`,
    title: `노드 이력 · 파드 ${TABS[tab]}`,
    // The hour that the record is of.
    heading: '~',
    content: CHARTS[tab] ?? POD,
    ids: HISTORY,
  })),
  ...objectPages('pod', POD, RESOURCE_TABS),
  { ...page(`${POD} 매니페스트`, '/mon/pod/manifest', ['hostId', 'podId']), heading: POD },
  { ...page(`${POD} 로그`, '/mon/pod/log', ['hostId', 'podId']), heading: POD },
  ...objectPages('container', 'main', ['summary', 'cpu', 'mem', 'blockIO']),
  ...objectPages('workload', WORKLOAD, ['summary']),
  ...objectPages('namespace', NAMESPACE, ['summary']),
  ...objectPages('service', WORKLOAD, ['summary']),
  ...objectPages('ingress', WORKLOAD, ['summary']),
  ...objectPages('autoscaler', WORKLOAD, ['summary']),
  ...objectPages('disruptionBudget', WORKLOAD, ['summary']),
  ...objectPages('quota', WORKLOAD, ['summary']),
  page('전체 이벤트', '/event-list'),
  page('전체 알람', '/alarm-list'),
  page('당직표', '/duty'),
  page('인수인계', '/handover'),
  page('보고서', '/report'),
  page('실시간 감지', '/realtime-detection'),
  { ...page('내 활동', '/my-activity'), content: 'session.create' },
  { ...page('내 개인정보', '/my-data'), content: '접속 세션' },
  { ...page('알림 설정', '/my-notifications'), content: '알림을 받는 기기' },
  page('잘못된 요청', '/maintenance'),
  page('페이지를 찾을 수 없음', '/no-such-page'),
];

/** Every settings page that a group admin may open. */
export const SETTINGS: readonly Route[] = [
  { ...page('클러스터 설정', '/setting/mon/cluster-list'), content: 'prod-seoul' },
  { ...page('노드 설정', '/setting/mon/node-list', ['hostId']), content: NODE },
  { ...page('파드 설정', '/setting/mon/pod-list', ['hostId']), content: POD },
  { ...page('볼륨 설정', '/setting/mon/volume-list', ['hostId']), content: CLAIM },
  { ...page('PVC 설정', '/setting/mon/pvc-list', ['hostId']), content: CLAIM },
  { ...page('워크로드 설정', '/setting/mon/workload-list', ['hostId']), content: WORKLOAD },
  { ...page('오토스케일러(HPA) 설정', '/setting/mon/autoscaler-list', ['hostId']), content: WORKLOAD },
  { ...page('중단 예산(PDB) 설정', '/setting/mon/disruptionBudget-list', ['hostId']), content: WORKLOAD },
  { ...page('할당량(Quota) 설정', '/setting/mon/quota-list', ['hostId']), content: WORKLOAD },
  page('이벤트 알람 설정', '/setting/mon/event-alarm-list', ['hostId']),
  page('클러스터 생성', '/setting/host/cluster-create'),
  ...['aks', 'eks', 'gke', 'onprem'].map((kind) =>
    page('에이전트 설치', `/setting/host/agent-install/${kind}`, ['hostId']),
  ),
  { ...page('클러스터 알람 설정', '/setting/alarm/cluster-item', ['hostId']), heading: CLUSTER },
  { ...page('노드 알람 설정', '/setting/alarm/node-item', ['hostId', 'nodeId']), heading: NODE },
  { ...page('파드 알람 설정', '/setting/alarm/pod-item', ['hostId', 'podId']), heading: POD },
  { ...page('볼륨 알람 설정', '/setting/alarm/volume-item', ['hostId', 'volumeId']), heading: CLAIM },
  { ...page('PVC 알람 설정', '/setting/alarm/pvc-item', ['hostId', 'pvcId']), heading: CLAIM },
  {
    ...page('워크로드 알람 설정', '/setting/alarm/workload-item', ['hostId', 'workloadId']),
    heading: WORKLOAD,
  },
  {
    ...page('오토스케일러(HPA) 알람 설정', '/setting/alarm/autoscaler-item', ['hostId', 'autoscalerId']),
    heading: WORKLOAD,
  },
  {
    ...page('중단 예산(PDB) 알람 설정', '/setting/alarm/disruptionBudget-item', [
      'hostId',
      'disruptionBudgetId',
    ]),
    heading: WORKLOAD,
  },
  {
    ...page('할당량(Quota) 알람 설정', '/setting/alarm/quota-item', ['hostId', 'quotaId']),
    heading: WORKLOAD,
  },
  { ...page('메타 그룹', '/setting/group/meta-list'), content: '커머스 플랫폼 본부' },
  { ...page('서브 그룹', '/setting/group/sub-list', ['metaGroupId']), content: GROUP },
  { ...page('서브 그룹 상세', '/setting/group/sub', ['subGroupId']), heading: GROUP },
  { ...page('알람 템플릿', '/setting/alarm-template'), content: '기본 템플릿' },
  page('당직 설정', '/setting/duty'),
  page('보고서 설정', '/setting/report'),
  { ...page('사용자', '/setting/user'), content: '데모 사용자' },
  page('사용자 등록', '/setting/user/registration'),
  page('액세스 토큰', '/setting/access-token'),
];

/** The settings pages that only total admins may open. */
export const INSTALLATION: readonly Route[] = [
  { ...page('보안 설정', '/setting/security'), content: '자동 로그아웃' },
  page('통합 인증 규칙', '/setting/sign-on'),
  page('로고 설정', '/setting/logo'),
  page('감사 로그', '/setting/audit'),
  page('개인정보', '/setting/personal-data'),
  page('설치 상태', '/setting/installation'),
];

/** Pages with the components of another page: other tabs, other kinds of objects, other platforms. */
const SAME_COMPONENTS = [
  /^\/mon$/,
  /^\/mon\/\w+\/(mem|disk|network|blockIO)$/,
  /^\/mon\/(pod|container)\/cpu$/,
  /^\/mon\/node-history\/pod-(mem|disk|network)$/,
  /^\/setting\/mon\/(pod|volume|pvc|workload|autoscaler|disruptionBudget|quota)-list$/,
  /^\/setting\/host\/agent-install\/(eks|gke|onprem)$/,
  /^\/setting\/alarm\/(node|pod|volume|pvc|workload|autoscaler|disruptionBudget|quota)-item$/,
];

/** One page of each component, for tests of how pages look. */
export const ONE_PER_COMPONENT: readonly Route[] = [...MONITORING, ...SETTINGS, ...INSTALLATION].filter(
  ({ path }) => !SAME_COMPONENTS.some((pattern) => pattern.test(path)),
);

/** Addresses without a page of their own, and their targets. */
export const REDIRECTS: readonly (readonly [from: string, to: string, ids?: readonly (keyof Ids)[]])[] = [
  ['/', '/main'],
  ['/mon/node', '/mon/node/summary', ['hostId', 'nodeId']],
  ['/mon/node-history', '/mon/node-history/pod-summary', HISTORY],
  ['/mon/pod', '/mon/pod/summary', ['hostId', 'podId']],
  ['/mon/container', '/mon/container/summary', ['hostId', 'containerId']],
  ['/mon/workload', '/mon/workload/summary', ['hostId', 'workloadId']],
  ['/mon/namespace', '/mon/namespace/summary', ['hostId', 'namespaceId']],
  ['/mon/service', '/mon/service/summary', ['hostId', 'serviceId']],
  ['/mon/ingress', '/mon/ingress/summary', ['hostId', 'ingressId']],
  ['/mon/autoscaler', '/mon/autoscaler/summary', ['hostId', 'autoscalerId']],
  ['/mon/disruptionBudget', '/mon/disruptionBudget/summary', ['hostId', 'disruptionBudgetId']],
  ['/mon/quota', '/mon/quota/summary', ['hostId', 'quotaId']],
];

export const SETTING_REDIRECTS: typeof REDIRECTS = [
  ['/setting/mon', '/setting/mon/cluster-list'],
  ['/setting/host/agent-install', '/setting/host/agent-install/aks', ['hostId']],
  ['/setting/alarm', '/setting/alarm/cluster-item', ['hostId']],
  ['/setting/group', '/setting/group/meta-list'],
];

export function addressOf(path: string, ids: Partial<Ids>, needed: readonly (keyof Ids)[] = []): string {
  const query = new URLSearchParams(Object.fromEntries(needed.map((name) => [name, idOf(name)])));
  function idOf(name: keyof Ids): string {
    const id = ids[name];
    if (id === undefined) throw new Error(`the test has no ${name} for ${path}`);
    return String(id);
  }
  return needed.length === 0 ? path : `${path}?${query}`;
}

/** Ids of a new cluster, named with `routes`, that all four accounts see. */
export async function watchedIds(name: string): Promise<Ids> {
  const admin = await Api.as('total');
  const group = await subGroup(admin, GROUP);
  const cluster = await OwnCluster.create(admin, name, group);
  const nowMs = Date.now();
  for (const minutes of [4, 2, 0]) await cluster.sendPods([{ name: POD }], nowMs - minutes * MINUTE_MS);
  await cluster.sendClaims([CLAIM], 0.6);
  await cluster.sendDeployment(WORKLOAD);
  await cluster.sendEvent(POD, { type: 'Warning', reason: 'BackOff', message: EVENT });
  return {
    ...group,
    ...(await objectIds(admin, cluster)),
    ...(await volumeIds(admin, cluster)),
    ...(await workloadIds(admin, cluster)),
  };
}

/** Ids of the cluster's node and of the pod that the pages use. */
export async function objectIds(admin: Api, cluster: OwnCluster, podName = POD) {
  const hostId = HostId.parse(cluster.hostId);
  const params = { hostId };
  const [{ nodeNameList }, { podNameList }, { containerNameList }] = await Promise.all([
    admin.call(listNodeNames, { params }),
    admin.call(listPodNames, { params }),
    admin.call(listContainerNames, { params }),
  ]);
  const { nodeId } = first(nodeNameList, 'node');
  const { podId } = first(
    podNameList.filter(({ name }) => name === podName),
    `pod ${podName}`,
  );
  const history = await admin.call(listNodeHistory, { params: { nodeId, pageNo: 1, pageCnt: 10 }, body: {} });
  return {
    hostId,
    nodeId,
    podId,
    containerId: first(
      containerNameList.filter((container) => container.podId === podId),
      `container of ${podName}`,
    ).containerId,
    nodeHistoryId: first(history.list, 'node history').nodeHistoryId,
  };
}

export async function volumeIds(admin: Api, cluster: OwnCluster) {
  const body = { filter: { hostId: [HostId.parse(cluster.hostId)] } };
  const firstPage = { params: { pageNo: 1, pageCnt: 10 }, body };
  const [volumes, claims] = await Promise.all([
    admin.call(listVolumes, firstPage),
    admin.call(listClaims, firstPage),
  ]);
  return { volumeId: first(volumes.list, 'volume').volumeId, pvcId: first(claims.list, 'claim').pvcId };
}

export async function workloadIds(admin: Api, cluster: OwnCluster) {
  const body = { filter: { hostId: [HostId.parse(cluster.hostId)] } };
  const firstPage = { params: { pageNo: 1, pageCnt: 10 }, body };
  const [workloads, namespaces, services, ingresses, autoscalers, budgets, quotas] = await Promise.all([
    admin.call(listWorkloads, firstPage),
    admin.call(listNamespaces, firstPage),
    admin.call(listServices, firstPage),
    admin.call(listIngresses, firstPage),
    admin.call(listAutoscalers, firstPage),
    admin.call(listDisruptionBudgets, firstPage),
    admin.call(listQuotas, firstPage),
  ]);
  return {
    workloadId: first(workloads.list, 'workload').workloadId,
    namespaceId: first(namespaces.list, 'namespace').namespaceId,
    serviceId: first(services.list, 'service').serviceId,
    ingressId: first(ingresses.list, 'ingress').ingressId,
    autoscalerId: first(autoscalers.list, 'autoscaler').autoscalerId,
    disruptionBudgetId: first(budgets.list, 'disruption budget').disruptionBudgetId,
    quotaId: first(quotas.list, 'quota').quotaId,
  };
}

function page(title: string, path: string, ids: readonly (keyof Ids)[] = []): Route {
  return { title, path, ids };
}

function objectPages(kind: PageKind, name: string, tabs: readonly (keyof typeof TABS)[]): Route[] {
  return tabs.map((tab) => ({
    path: `/mon/${kind}/${tab}`,
    title: `${name} ${TABS[tab]}`,
    heading: name,
    content: CHARTS[tab] ?? name,
    ids: ['hostId', `${kind}Id`],
  }));
}

function first<T>(list: readonly T[], what: string): T {
  const [found] = list;
  if (found === undefined) throw new Error(`the cluster of the routes has no ${what}`);
  return found;
}
